/** What a konnector may do: which verbs it needs, on which side, for an API and for each kind of permission claim. */
import type { ClusterRole, PolicyRule } from '@klutch/kube';
import { labels, names } from './names';
import { apiName, type ApiResource } from './naming/apiName';
import { policyRule } from './policyRule';
import { isNeverSynced } from './privilegedResourceTypes';
import type { PermissionClaim } from './types/permissionClaim';

/** A verb of Kubernetes' RBAC that a konnector may need. */
export type KonnectorVerb =
  'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete';

const allVerbs: readonly KonnectorVerb[] = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
];

/** One resource type with verbs, before several are united to rules. */
export interface KonnectorGrant extends ApiResource {
  /** In any order. */
  verbs: readonly KonnectorVerb[];
}

const readVerbs: readonly KonnectorVerb[] = ['get', 'list', 'watch'];

/**
 * On the control plane: provider-owned objects are read and marked there; some are made or removed only where the claim
 * says that owners change. `update` is what the reference's konnector writes with.
 */
const controlPlaneClaimVerbs = (
  claim: PermissionClaim,
): readonly KonnectorVerb[] => {
  const ownershipMayChange = claim.autoAdopt || claim.autoDonate;
  if (claim.selector?.owner !== 'Provider' || ownershipMayChange)
    return allVerbs;
  const removes = claim.onConflict?.recreateWhenConsumerSideDeleted === false;
  return [
    ...readVerbs,
    'update',
    'patch',
    ...(removes ? ['delete' as const] : []),
  ];
};

/** The mirror image: objects that the consumer owns are read and marked here, and copied to the control plane. */
const appClusterClaimVerbs = (
  claim: PermissionClaim,
): readonly KonnectorVerb[] =>
  claim.selector?.owner === 'Consumer' && !claim.autoDonate && !claim.autoAdopt
    ? [...readVerbs, 'patch']
    : [...readVerbs, 'create', 'patch', 'delete'];

const claimedResource = ({ group = '', resource }: PermissionClaim) => ({
  group,
  resource,
});

const claimGrants = (
  claims: readonly PermissionClaim[],
  verbsOf: (claim: PermissionClaim) => readonly KonnectorVerb[],
): KonnectorGrant[] =>
  claims
    .filter(claim => !isNeverSynced(claimedResource(claim)))
    .map(claim => ({ ...claimedResource(claim), verbs: verbsOf(claim) }));

/**
 * What every konnector needs in its cluster namespace on the control plane, whatever it is bound to: of the ClusterRole
 * `klutch-binder`, see bind-protocol.md 0.2. The reference's konnector needs {@link secretReaderRules}, too.
 */
export const clusterNamespaceRules = (): PolicyRule[] => [
  policyRule('', ['namespaces'], ['get']),
  policyRule('', ['secrets'], ['get'], [names.kubeconfigSecret]),
  policyRule(names.group, ['clusterbindings', 'apiserviceexports'], readVerbs),
  policyRule(
    names.group,
    ['clusterbindings/status', 'apiserviceexports/status'],
    ['get', 'patch'],
  ),
  // `patch`: which types were synced is noted on them, so that none is lost with a service namespace.
  policyRule(
    names.group,
    ['apiservicenamespaces'],
    [...readVerbs, 'create', 'patch', 'delete'],
  ),
];

/** What the reference's konnector needs there besides: it watches all Secrets, to find its next kubeconfig among them. */
export const secretReaderRules = (): PolicyRule[] => [
  policyRule('', ['secrets'], readVerbs),
];

/**
 * What an app cluster's konnector needs on the control plane for one API and its claims, less those on types that are never
 * served. All verbs on the API: the reference's konnector needs `update`.
 */
export const controlPlaneGrants = (
  api: ApiResource,
  claims: readonly PermissionClaim[],
): KonnectorGrant[] => [
  { ...api, verbs: allVerbs },
  ...claimGrants(claims, controlPlaneClaimVerbs),
];

/**
 * What the konnector needs on the app cluster for one API and the claims accepted for it: only users delete objects of
 * the API, and they are made here only to adopt those of the control plane.
 */
const appClusterGrants = (
  api: ApiResource,
  claims: readonly PermissionClaim[],
): KonnectorGrant[] => [
  { ...api, verbs: [...readVerbs, 'create', 'patch'] },
  { group: api.group, resource: `${api.resource}/status`, verbs: ['patch'] },
  ...claimGrants(claims, appClusterClaimVerbs),
];

const ruleOf = ({ group, resource, verbs }: KonnectorGrant): PolicyRule =>
  policyRule(
    group,
    [resource],
    allVerbs.filter(verb => verbs.includes(verb)),
  );

/** One rule a resource type, verbs united, in an order that depends on the input's content alone. */
export const mergeGrants = (
  grants: readonly KonnectorGrant[],
): PolicyRule[] => {
  const byName = new Map<string, KonnectorGrant>();
  for (const grant of grants) {
    const known = byName.get(apiName(grant));
    byName.set(apiName(grant), {
      ...grant,
      verbs: [...(known?.verbs ?? []), ...grant.verbs],
    });
  }
  return [...byName.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, grant]) => ruleOf(grant));
};

/**
 * ClusterRole `klutch-konnector-<resource>.<group>`, aggregated into the konnector's role on the app cluster. Whoever
 * binds applies it, and must hold these rights himself. Claims on types that are never served ({@link isNeverSynced})
 * bring no rights.
 * @param resource - the bound API
 * @param claims - the permission claims accepted for it
 */
export const konnectorApiRole = (
  resource: ApiResource,
  claims: readonly PermissionClaim[],
): ClusterRole => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: {
    name: `klutch-konnector-${apiName(resource)}`,
    labels: { [labels.aggregateToKonnector]: 'true' },
  },
  rules: mergeGrants(appClusterGrants(resource, claims)),
});
