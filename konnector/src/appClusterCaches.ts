/** Caches of the app cluster: namespaces and bindings, and the UID that identifies the cluster. */
import type { APIServiceBinding } from '@klutch/bind-api';
import {
  core,
  createCache,
  rejectOnAbort,
  type Cache,
  type CacheOptions,
  type Namespace,
} from '@klutch/kube';
import { bindingIndexes } from './bindingIndexes';
import { idOf } from './singleObjectWatches';
import type { BindingLocation } from './topology/Topology';

type Parts = Pick<CacheOptions<Namespace>, 'client' | 'logger' | 'metrics'>;

/** Not started. Keeps only metadata: existence and `deletionTimestamp` of a namespace are all that is read. */
export const createNamespaceCache = (parts: Parts): Cache<Namespace> =>
  createCache<Namespace>({
    ...parts,
    resource: core.namespaces,
    project: ({ apiVersion, kind, metadata }) => {
      const { name, uid, resourceVersion, deletionTimestamp } = metadata;
      return {
        apiVersion,
        kind,
        metadata: { name, uid, resourceVersion, deletionTimestamp },
      };
    },
  });

/** Not started; indexes: {@link bindingIndexes}. */
export const createBindingCache = (
  parts: Parts,
  bindingLocation: BindingLocation,
): Cache<APIServiceBinding> =>
  createCache<APIServiceBinding>({
    ...parts,
    ...bindingLocation,
    indexes: {
      [bindingIndexes.secret]: ({ spec }) =>
        spec ? [idOf(spec.kubeconfigSecretRef)] : [],
      [bindingIndexes.api]: ({ metadata }) => [metadata.name ?? ''],
    },
  });

/**
 * UID of `kube-system`, which identifies the app cluster; waits for it on a cluster that is just starting.
 * @throws the signal's reason when it aborts first.
 */
export async function clusterUid(
  namespaces: Cache<Namespace>,
  signal: AbortSignal,
): Promise<string> {
  let unsubscribe: () => void = () => undefined;
  const appeared = new Promise<void>(resolve => {
    unsubscribe = namespaces.subscribe(({ key }) => {
      if (key === 'kube-system') resolve();
    });
  });
  try {
    if (!namespaces.get('kube-system')) await rejectOnAbort(appeared, signal);
  } finally {
    unsubscribe();
  }
  const uid = namespaces.get('kube-system')?.metadata.uid;
  if (!uid) throw new Error('The namespace kube-system has no UID.');
  return uid;
}
