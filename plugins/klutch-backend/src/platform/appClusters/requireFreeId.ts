/**
 * Ensures that ids of app clusters are not reused: a new app cluster would inherit the rights and data of another
 * one.
 */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import type { BindingBackend } from '@klutch/binding-backend';
import { core, type Namespace } from '@klutch/kube';
import { tenantOf } from '../../binding/portalIdentity';
import type { AppClusters } from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { AlreadyExistsError } from '../../errors/InvalidError';
import { mapBindingErrors } from '../../errors/kubeErrors';
import {
  appClusterErrorContext,
  type AppClusterOperation,
} from './AppClusterStore';

/** @throws AlreadyExistsError when an app cluster with this id is registered */
export function requireFreeId(appClusters: AppClusters, id: string): void {
  if (!appClusters.find(id)) return;
  throw new AlreadyExistsError(explain('AppClusterIdTaken', { id }), [
    { field: 'id', ...explain('IdIsTaken') },
  ]);
}

/** The cluster namespace that belongs to an id. */
export interface ClusterNamespaceOfId {
  /** The name of the existing or future namespace. */
  clusterNamespace: string;
  /** Present when an app cluster with this id was connected before. */
  existing?: Namespace;
}

/** @throws ConflictError while the cluster namespace is being deleted */
export const clusterNamespaceOfId = (
  {
    binding,
    controlPlane,
  }: {
    binding: Pick<BindingBackend, 'clusterNamespaceOf'>;
    controlPlane: ControlPlane;
  },
  operation: Pick<AppClusterOperation, 'action' | 'id'>,
): Promise<ClusterNamespaceOfId> =>
  mapBindingErrors(appClusterErrorContext(operation), async () => {
    const name = await binding.clusterNamespaceOf(tenantOf(operation.id));
    const existing = await controlPlane.client.get(core.namespaces, { name });
    return { clusterNamespace: name, existing };
  });

/** Error for an id that may have belonged to another app cluster. */
export const idAlreadyUsedError = (
  id: string,
  clusterNamespace: string,
): AlreadyExistsError =>
  new AlreadyExistsError(
    explain('AppClusterIdUsedBefore', { id, namespace: clusterNamespace }),
    [{ field: 'id', ...explain('IdWasUsed') }],
  );
