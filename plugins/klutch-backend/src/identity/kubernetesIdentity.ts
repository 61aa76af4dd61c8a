/** Who a person is to the clusters: a Kubernetes user and groups made from entity refs; pure. */
import { parseEntityRef } from '@backstage/catalog-model';
import type { Impersonation } from '@klutch/kube';

/** How names of the catalog become names of the clusters. */
export interface IdentityMapping {
  /** Before user names; keeps people apart from users that the cluster has otherwise. */
  userPrefix: string;
  groupPrefix: string;
  /** Entity refs of the groups that clusters learn of; all when absent. */
  groups?: ReadonlySet<string>;
}

/** The catalog's default namespace is left out; no name in it can contain the slash of the others. */
function nameOf(ref: { namespace: string; name: string }): string {
  return ref.namespace === 'default'
    ? ref.name
    : `${ref.namespace}/${ref.name}`;
}

/** Refs of groups, among what a person owns things by. */
export const groupsOf = (ownershipRefs: readonly string[]): string[] =>
  ownershipRefs.filter(
    ref => parseEntityRef(ref).kind.toLocaleLowerCase('en-US') === 'group',
  );

/**
 * `user:default/alice` becomes `<prefix>alice`, `group:ops/db` becomes `<prefix>ops/db`. Ownership refs of other kinds
 * are left out.
 *
 * @param ownershipRefs - what Backstage says the person owns things by: the user and their groups
 */
export function kubernetesIdentity(
  userRef: string,
  ownershipRefs: readonly string[],
  mapping: IdentityMapping,
): Impersonation {
  const groups = groupsOf(ownershipRefs)
    .filter(ref => mapping.groups?.has(ref) ?? true)
    .map(ref => parseEntityRef(ref))
    .map(ref => `${mapping.groupPrefix}${nameOf(ref)}`);
  return {
    user: `${mapping.userPrefix}${nameOf(parseEntityRef(userRef))}`,
    groups: [...new Set(groups)].sort(),
  };
}
