/** RBAC rules of a konnector: the verbs on each side for an API and for each kind of permission claim. */
import type { ClusterRole, PolicyRule } from '@klutch/kube';
import { labels, names } from './names';
import { apiName, type ApiResource } from './naming/apiName';
import { policyRule } from './policyRule';
import { isNeverSynced } from './privilegedResourceTypes';
import type { PermissionClaim } from './types/permissionClaim';

/** An RBAC verb that a konnector may need. */
export type KonnectorVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete';

const allVerbs: readonly KonnectorVerb[] = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
];

/** Verbs on one resource type, before grants are merged to rules. */
export interface KonnectorGrant extends ApiResource {
  /** In any order. */
  verbs: readonly KonnectorVerb[];
}

const readVerbs: readonly KonnectorVerb[] = ['get', 'list', 'watch'];

/**
 * On the control plane cluster: provider-owned objects are read and marked; they are created or deleted only if the
 * claim transfers ownership. The upstream konnector writes with `update`.
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

/** On the app cluster, vice versa: consumer-owned objects are read and marked, and copied to the control plane. */
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
 * Rules that every konnector needs in its cluster namespace, independent of bound APIs: those of the ClusterRole
 * `klutch-binder`, see bind-protocol.md 0.2. The upstream konnector also needs {@link secretReaderRules}.
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
  // `patch` records the synced types on them, so that their data is not lost with a service namespace.
  policyRule(
    names.group,
    ['apiservicenamespaces'],
    [...readVerbs, 'create', 'patch', 'delete'],
  ),
];

/** Additional rules of the upstream konnector, which watches all Secrets to find its next kubeconfig. */
export const secretReaderRules = (): PolicyRule[] => [
  policyRule('', ['secrets'], readVerbs),
];

/**
 * Rules that an app cluster's konnector needs on the control plane cluster for one API and its claims, except claims on
 * types that are never synced. Includes all verbs on the API, because the upstream konnector needs `update`.
 */
export const controlPlaneGrants = (
  api: ApiResource,
  claims: readonly PermissionClaim[],
): KonnectorGrant[] => [
  { ...api, verbs: allVerbs },
  ...claimGrants(claims, controlPlaneClaimVerbs),
];

/**
 * Rules that the konnector needs on the app cluster for one API and its accepted claims. Objects of the API are never
 * deleted by the konnector, and created only to adopt those of the control plane cluster.
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

/** One rule for each resource type with all its verbs, in an order that depends only on the content of the input. */
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
 * ClusterRole `klutch-konnector-<resource>.<group>`, aggregated into the konnector's role on the app cluster. The user
 * who binds applies the role, and must hold these rights. Claims on types that are never synced ({@link isNeverSynced})
 * add no rights.
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
