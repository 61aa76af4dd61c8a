/** Discovers the type of a permission claim on both clusters and where its copies are. */
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { errorMessage, type KubeClient, type Resource } from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';
import { findType } from '../typeDiscovery';
import {
  claimedName,
  planClaimedType,
  type ClaimedType,
} from '../pairs/claimedObject/planClaimedType';

const offeredBy = (
  client: KubeClient,
  { group = '', version, resource: plural }: PermissionClaim,
): Promise<Resource | undefined> =>
  findType(client, { group, version, plural });

interface ResolveOptions {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  claim: PermissionClaim;
  isolation: ClusterScopedIsolation | undefined;
  mappingOf: (resource: Resource, isolation: ClusterScopedIsolation) => Mapping;
}

/**
 * Resolves the claim in the first version in which the type can be synced. Never throws.
 * @param options.versions - in which the type is claimed.
 */
export async function resolveClaimedType({
  versions,
  ...options
}: ResolveOptions & { versions: readonly string[] }): Promise<ClaimedType> {
  let first: ClaimedType | undefined;
  for (const version of versions) {
    const claim = { ...options.claim, version };
    const found = await resolveVersion({ ...options, claim });
    if (found.ok) return found;
    first ??= found;
  }
  return first ?? resolveVersion(options);
}

async function resolveVersion(options: ResolveOptions): Promise<ClaimedType> {
  const { claim, consumerClient, providerClient } = options;
  try {
    const [consumer, provider] = await Promise.all([
      offeredBy(consumerClient, claim),
      offeredBy(providerClient, claim),
    ]);
    return planClaimedType({ ...options, consumer, provider });
  } catch (error) {
    return {
      ok: false,
      retryable: true,
      problem: `The claim on ${claimedName(claim)} is not served yet: ${errorMessage(error)}`,
    };
  }
}
