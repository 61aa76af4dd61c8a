/** The identity of an app cluster's konnector in its cluster namespace. */
import { names } from '@klutch/bind-api';
import type {
  Cache,
  KubeClient,
  RoleBinding,
  ServiceAccount,
} from '@klutch/kube';
import {
  compareRoleBinding,
  ensureRoleBinding,
} from '../roles/ensureRoleBinding';
import { clusterNamespaceRoleBinding } from '../roles/tenantRole';
import { ensureServiceAccount } from '../tokens/serviceAccount';

/** Where to write; caches, if any, save requests for what exists. */
interface BinderContext {
  client: KubeClient;
  caches?: {
    serviceAccounts: Pick<Cache<ServiceAccount>, 'get'>;
    roleBindings: Pick<Cache<RoleBinding>, 'get'>;
  };
}

/** Ensures the service account and its static rights on the binding protocol. */
export const ensureBinder = async (
  { client, caches }: BinderContext,
  namespace: string,
): Promise<void> => {
  const key = `${namespace}/${names.binder}`;
  if (!caches?.serviceAccounts.get(key)) {
    await ensureServiceAccount(client, namespace);
  }
  const wanted = clusterNamespaceRoleBinding(namespace);
  const cached = caches?.roleBindings.get(key);
  if (compareRoleBinding(cached, wanted) !== 'same') {
    await ensureRoleBinding(client, wanted);
  }
};
