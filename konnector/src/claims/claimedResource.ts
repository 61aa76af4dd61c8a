/** Finds out what kind of objects a permission claim speaks of. */
import { resourceName, type PermissionClaim } from '@klutch/bind-api';
import { core, isNotFound, type KubeClient, type Resource } from '@klutch/kube';

/** `again`: asking later may help. */
export type ClaimedResource =
  | { ok: true; resource: Resource }
  | { ok: false; problem: string; again: boolean };

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

const notOffered = (name: string, version: string): ClaimedResource => ({
  ok: false,
  again: true,
  problem: `The claim on ${name} is not served: the control plane does not offer it in version ${version}.`,
});

/** Never throws. */
export async function resolveClaimedResource(
  client: KubeClient,
  claim: PermissionClaim,
): Promise<ClaimedResource> {
  const { group = '', version, resource: plural } = claim;
  const name = resourceName({ plural, group });
  const known = wellKnown.find(
    type =>
      type.group === group &&
      type.version === version &&
      type.plural === plural,
  );
  if (known) return { ok: true, resource: known };
  try {
    const found = (await client.discover(group, version)).find(
      offered => offered.plural === plural,
    );
    if (!found) return notOffered(name, version);
    if (!found.namespaced) {
      return {
        ok: false,
        again: false,
        problem: `The claim on ${name} is not served: the type is cluster-scoped, and only namespaced types are synced.`,
      };
    }
    const { kind } = found;
    return {
      ok: true,
      resource: { group, version, plural, kind, namespaced: true },
    };
  } catch (error) {
    if (isNotFound(error)) return notOffered(name, version);
    const why = error instanceof Error ? error.message : 'unknown reason';
    return {
      ok: false,
      again: true,
      problem: `The claim on ${name} is not served yet: ${why}`,
    };
  }
}
