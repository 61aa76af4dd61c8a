/** Which verbs the binding protocol needs, on which side, for an API and for each kind of permission claim. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { PolicyRule } from '@klutch/kube';
import { apiName, type ApiResource } from './apiResource';

const allVerbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
] as const;
type Verb = (typeof allVerbs)[number];

/** Reading, and marking who owns an object: what a side needs for objects that the other side makes. */
const readAndMark: Verb[] = ['get', 'list', 'watch', 'update', 'patch'];

/** Verbs of the konnector on the control plane's objects of a bound API. */
export const controlPlaneApiVerbs: readonly Verb[] = allVerbs;

/** Verbs of the konnector on the app cluster's objects of a bound API; only their users delete them. */
export const appClusterApiVerbs: readonly Verb[] = allVerbs.filter(
  verb => verb !== 'delete',
);

/** A claim of provider-owned objects reads them; it makes or removes some only where the claim says that owners change. */
export const controlPlaneClaimVerbs = (
  claim: PermissionClaim,
): readonly Verb[] => {
  if (claim.selector?.owner !== 'Provider') return allVerbs;
  const deletes = claim.onConflict?.recreateWhenConsumerSideDeleted === false;
  return [
    ...readAndMark,
    ...(claim.autoAdopt ? (['create'] as const) : []),
    ...(deletes || claim.autoAdopt ? (['delete'] as const) : []),
  ];
};

/** The mirror image: objects that the consumer owns are read here and copied to the control plane. */
export const appClusterClaimVerbs = (
  claim: PermissionClaim,
): readonly Verb[] =>
  claim.selector?.owner === 'Consumer' && !claim.autoDonate
    ? readAndMark
    : allVerbs;

interface Grant extends ApiResource {
  verbs: readonly Verb[];
}

const ruleOf = ({ group, resource, verbs }: Grant): PolicyRule => ({
  apiGroups: [group],
  resources: [resource],
  verbs: allVerbs.filter(verb => verbs.includes(verb)),
});

/** One rule a resource type, verbs united, in an order that depends on the input's content alone. */
export const mergeGrants = (grants: readonly Grant[]): PolicyRule[] => {
  const byName = new Map<string, Grant>();
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

/** What an app cluster's konnector needs on the control plane for one API and its claims. */
export const controlPlaneGrants = (
  api: ApiResource,
  claims: readonly PermissionClaim[],
): Grant[] => [
  { ...api, verbs: controlPlaneApiVerbs },
  ...claims.map(claim => ({
    group: claim.group ?? '',
    resource: claim.resource,
    verbs: controlPlaneClaimVerbs(claim),
  })),
];

/** What the konnector needs on the app cluster for one API and the claims accepted for it. */
export const appClusterGrants = (
  api: ApiResource,
  claims: readonly PermissionClaim[],
): Grant[] => [
  { ...api, verbs: appClusterApiVerbs },
  {
    group: api.group,
    resource: `${api.resource}/status`,
    verbs: ['get', 'update', 'patch'],
  },
  ...claims.map(claim => ({
    group: claim.group ?? '',
    resource: claim.resource,
    verbs: appClusterClaimVerbs(claim),
  })),
];
