/** Detects running konnectors of ours by their Leases. */
import {
  core,
  isForbidden,
  keyOf,
  type KubeClient,
  type Lease,
} from '@klutch/kube';
import type { KonnectorLease } from '../leaderElection/ReplicaLeadership';
import { listLeases } from '../leaderElection/shard';

/** Our holder identities end in a UUID, see `createLeaderElector`; the reference's are a pod name or a number. */
const ourHolder = /_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Holder of a Lease, if it is a konnector of ours. */
function ourHolderOf({ spec }: Lease, now: Date): string | undefined {
  const { holderIdentity, renewTime, leaseDurationSeconds = 0 } = spec ?? {};
  if (!holderIdentity || !ourHolder.test(holderIdentity)) return undefined;
  const until = Date.parse(renewTime ?? '') + leaseDurationSeconds * 1000;
  return until > now.getTime() ? holderIdentity : undefined;
}

/** The Leases of all shards, or only the named one if listing Leases is forbidden. */
async function leasesOf(
  client: KubeClient,
  { namespace, name }: KonnectorLease,
): Promise<Lease[]> {
  try {
    return await listLeases(client, { namespace, name });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const lease = await client.get(core.leases, { namespace, name });
    return lease ? [lease] : [];
  }
}

/** Leases that a konnector of ours holds, as `namespace/name (holder)`. */
export async function heldLeases(
  client: KubeClient,
  lease: KonnectorLease,
): Promise<string[]> {
  const now = new Date();
  const leases = await leasesOf(client, lease);
  return leases.flatMap(found => {
    const holder = ourHolderOf(found, now);
    return holder ? [`${keyOf(found)} (${holder})`] : [];
  });
}
