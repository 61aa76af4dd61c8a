/** Finds out what kind of objects a permission claim speaks of, on both clusters, and where their copies are. */
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import type { KubeClient, Resource } from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';
import { OfferedTypes } from '../offeredTypes';
import {
  claimedName,
  planClaimedType,
  type ClaimedType,
} from './planClaimedType';

const offeredBy = (
  client: KubeClient,
  { group = '', version, resource: plural }: PermissionClaim,
): Promise<Resource | undefined> =>
  new OfferedTypes(client).find({ group, version, plural });

/** Never throws. */
export async function resolveClaimedType(options: {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  claim: PermissionClaim;
  isolation: ClusterScopedIsolation | undefined;
  mappingOf: (resource: Resource, isolation: ClusterScopedIsolation) => Mapping;
}): Promise<ClaimedType> {
  const { claim, consumerClient, providerClient } = options;
  try {
    const [consumer, provider] = await Promise.all([
      offeredBy(consumerClient, claim),
      offeredBy(providerClient, claim),
    ]);
    return planClaimedType({ ...options, consumer, provider });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason';
    return {
      ok: false,
      again: true,
      problem: `The claim on ${claimedName(claim)} is not served yet: ${why}`,
    };
  }
}
