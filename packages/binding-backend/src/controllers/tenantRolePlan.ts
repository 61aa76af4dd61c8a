/** What becomes of a tenant's ClusterRole, also when the backend may not pass on everything it should grant. */
import type { APIServiceExport } from '@klutch/bind-api';
import type { ClusterRole, PolicyRule } from '@klutch/kube';
import equal from 'fast-deep-equal';
import { tenantRules } from '../roles/tenantRole';

type Rules = readonly PolicyRule[] | null | undefined;
type Export = Pick<APIServiceExport, 'spec'>;

const grants = (rules: Rules): Set<string> =>
  new Set(
    (rules ?? []).flatMap(rule =>
      (rule.verbs ?? []).flatMap(verb =>
        (rule.apiGroups ?? []).flatMap(group =>
          (rule.resources ?? []).map(
            resource => `${verb} ${resource}.${group}`,
          ),
        ),
      ),
    ),
  );

/** True when every right in `inner` is also in `outer`. */
const within = (inner: Rules, outer: Rules): boolean => {
  const allowed = grants(outer);
  return [...grants(inner)].every(right => allowed.has(right));
};

/** True when the live role says exactly what the exports want. */
export const isRoleCurrent = (
  current: ClusterRole | undefined,
  wanted: ClusterRole,
): boolean =>
  current !== undefined &&
  equal(current.rules ?? [], wanted.rules ?? []) &&
  equal(
    current.metadata.ownerReferences?.map(({ uid }) => uid),
    wanted.metadata.ownerReferences?.map(({ uid }) => uid),
  );

/**
 * The rules to write when not all can be granted; undefined to leave the role as it is. An app cluster never loses
 * rights that it has and still needs only because the backend lost them (the template's role was removed too early);
 * but a role that grants more than wanted is always cut back.
 */
export const planPartialRole = (
  current: ClusterRole | undefined,
  exports: readonly Export[],
  grantable: readonly Export[],
): PolicyRule[] | undefined => {
  const possible = tenantRules(grantable);
  if (!current) return possible;
  if (!within(current.rules, tenantRules(exports))) return possible;
  return within(current.rules, possible) && !equal(current.rules, possible)
    ? possible
    : undefined;
};

/**
 * Only an export that the reference made for cluster-wide watches needs a cluster-wide grant; its ClusterRoleBinding is
 * then left alone. This backend makes neither.
 */
export const needsClusterWideGrant = (exports: readonly Export[]): boolean =>
  exports.some(({ spec }) => spec.informerScope === 'Cluster');
