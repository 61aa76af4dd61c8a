/** Ensures what a konnector needs in the cluster namespace of an AppClusterBinding before any API is bound. */
import {
  clusterBindingKey,
  fieldManagers,
  names,
  remoteBindingRoles,
  type AppClusterBinding,
} from '@klutch/bind-api';
import { core, type KubeClient, type Role } from '@klutch/kube';
import equal from 'fast-deep-equal';
import { BindingError } from '../errors/BindingError';
import { ensureBinder } from '../provision/ensureBinder';
import { clusterBinding, ensureClusterBinding } from '../provision/provision';
import { ensureRoleBinding } from '../roles/ensureRoleBinding';
import type { AppClusterContext } from './context';
import { appClusterLabels } from '../identity/appClusterBindingIdentity';

const ensureRole = async (client: KubeClient, wanted: Role): Promise<void> => {
  const { name = '', namespace } = wanted.metadata;
  const current = await client.get(core.roles, { name, namespace });
  if (equal(current?.rules, wanted.rules)) return;
  await client.apply(core.roles, wanted, {
    fieldManager: fieldManagers.backend,
    force: true,
  });
};

const ensureLabelledClusterBinding = async (
  { client, caches, prettyName }: AppClusterContext,
  binding: AppClusterBinding,
  namespace: string,
): Promise<void> => {
  const existing = caches.clusterBindings.get(clusterBindingKey(namespace));
  const secret = existing?.spec.kubeconfigSecretRef.name;
  if (secret !== undefined && secret !== names.kubeconfigSecret) {
    throw new BindingError(
      'Conflict',
      `ClusterBinding ${namespace}/${names.clusterBinding} names Secret ${secret}, and this field is immutable. Delete the ClusterBinding; it is then created again with Secret ${names.kubeconfigSecret}.`,
    );
  }
  if (existing) return;
  const wanted = clusterBinding(namespace, prettyName);
  const labels = appClusterLabels(binding);
  await ensureClusterBinding(client, {
    ...wanted,
    metadata: { ...wanted.metadata, labels },
  });
};

/** Ensures the service account, its rights on the binding protocol, bindings and Lease, and the ClusterBinding. */
export const ensureNamespaceResources = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
  namespace: string,
): Promise<void> => {
  const { client } = context;
  await ensureBinder(context, namespace);
  const [role, roleBinding] = remoteBindingRoles(namespace);
  await ensureRole(client, role);
  await ensureRoleBinding(client, roleBinding);
  await ensureLabelledClusterBinding(context, binding, namespace);
};
