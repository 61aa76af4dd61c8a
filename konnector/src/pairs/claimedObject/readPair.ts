/** Reads both objects of a claimed pair. */
import type { ClaimOwner } from '@klutch/bind-api';
import {
  metadataOf,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
} from '@klutch/kube';
import { withClusterError } from '../../feedback/ClusterError';
import type { Mapping } from '../../mapping/Mapping';
import type { ClaimStep } from './plan/claimFacts';
import type { Pair } from './ClaimedObjectWriter';

/** Reads both objects, or only their metadata when the plan is a conflict. @throws ClusterError */
export async function readPair(
  {
    clients,
    mapping,
  }: { clients: Record<ClaimOwner, KubeClient>; mapping: Mapping },
  pair: {
    keys: Record<ClaimOwner, ObjectKey>;
    cached: Partial<Record<ClaimOwner, KubeObject>>;
    plan: (pair: Pair) => ClaimStep;
  },
): Promise<Pair> {
  const { keys, cached, plan } = pair;
  // The cache lacks originals of the app cluster when only copies are watched.
  const consumer =
    cached.Consumer ??
    (await withClusterError(
      'app cluster',
      clients.Consumer.get(metadataOf(mapping.consumer), keys.Consumer),
    ));
  const metadataOnly: Pair = {
    Provider: cached.Provider && { ...cached.Provider },
    Consumer: consumer && { ...consumer },
  };
  if (plan(metadataOnly).step === 'conflict') return metadataOnly;
  const [Provider, Consumer] = await Promise.all([
    withClusterError(
      'control plane',
      clients.Provider.get(mapping.provider, keys.Provider),
    ),
    consumer &&
      withClusterError(
        'app cluster',
        clients.Consumer.get(mapping.consumer, keys.Consumer),
      ),
  ]);
  return { Provider, Consumer };
}
