/** Finds out what kind of objects a permission claim speaks of, on both clusters, and where their copies are. */
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { core, isNotFound, type KubeClient, type Resource } from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';
import {
  claimedName,
  planClaimedType,
  type ClaimedType,
} from './planClaimedType';

/** Types that need no question. */
const wellKnown: Resource[] = [core.secrets, core.configMaps].map(
  ({ group, version, plural, kind, namespaced }) => ({
    group,
    version,
    plural,
    kind,
    namespaced,
  }),
);

async function offeredBy(
  client: KubeClient,
  { group = '', version, resource: plural }: PermissionClaim,
): Promise<Resource | undefined> {
  const known = wellKnown.find(
    type =>
      type.group === group &&
      type.version === version &&
      type.plural === plural,
  );
  if (known) return known;
  try {
    const found = (await client.discover(group, version)).find(
      offered => offered.plural === plural,
    );
    if (!found) return undefined;
    const { kind, namespaced } = found;
    return { group, version, plural, kind, namespaced };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

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
