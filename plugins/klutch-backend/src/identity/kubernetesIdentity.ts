/** Maps entity refs to Kubernetes users and groups. Pure functions. */
import { parseEntityRef } from '@backstage/catalog-model';
import type { KlutchIdentityStrategy } from '@klutch/backstage-plugin-klutch-node';
import type { Impersonation } from '@klutch/kube';

/** Rules for mapping catalog names to Kubernetes names. */
export interface IdentityMapping {
  /** Prefix of user names, which separates portal users from other users of the cluster. */
  userPrefix: string;
  groupPrefix: string;
  /** Entity refs of the groups that are passed to clusters; all groups when absent. */
  groups?: ReadonlySet<string>;
  /** The Kubernetes user of everybody, so that only groups decide about rights. Absent: a user for each person. */
  commonUser?: string;
}

/** Extra field of the common user that names the person, for the audit logs of clusters. */
const personExtra = 'klutch.anynines.com/person';

/** The catalog's default namespace is omitted. Names never contain a slash, so the result is unambiguous. */
function nameOf(ref: { namespace: string; name: string }): string {
  return ref.namespace === 'default'
    ? ref.name
    : `${ref.namespace}/${ref.name}`;
}

/** The groups among a user's ownership refs. */
export const groupsOf = (ownershipRefs: readonly string[]): string[] =>
  ownershipRefs.filter(
    ref => parseEntityRef(ref).kind.toLocaleLowerCase('en-US') === 'group',
  );

/**
 * `user:default/alice` becomes `<prefix>alice`, or the common user; `group:ops/db` becomes `<prefix>ops/db`. Ownership
 * refs of other kinds are ignored.
 *
 * @param ownershipRefs - the user and their groups, as resolved by Backstage
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
    user:
      mapping.commonUser ??
      `${mapping.userPrefix}${nameOf(parseEntityRef(userRef))}`,
    groups: [...new Set(groups)].sort(),
    ...(mapping.commonUser && { extra: { [personExtra]: [userRef] } }),
  };
}

/** The strategy of a configuration that names prefixes. */
export const mappingStrategy = (
  mapping: IdentityMapping,
): KlutchIdentityStrategy => ({
  identityOf: async ({ userRef, ownershipRefs }) =>
    kubernetesIdentity(userRef, ownershipRefs, mapping),
});
