/** Whether the roles and the policy exist that are required to grant the rights of an export; pure. */
import {
  apiName,
  controlPlaneGrants,
  toYaml,
  type APIServiceExport,
  type ApiResource,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  isForbidden,
  type ApiError,
  type ClusterRole,
  type PolicyRule,
} from '@klutch/kube';
import { backendReasons } from '../backendNames';
import { exportApi, templateApi } from '../apiResource';
import { tenantAdmissionPolicy } from './tenantAdmissionPolicy';
import {
  apiRoleName,
  missingRolesMessage,
  templateRoles,
} from './templateRole';

/** Whether the API server rejected a RoleBinding because the backend may not bind its role. */
export const isEscalation = (error: unknown): error is ApiError =>
  isForbidden(error) && error.message.includes('not currently held');

type Rules = readonly PolicyRule[] | null | undefined;
type Export = Pick<APIServiceExport, 'spec'>;

export type FindRole = (name: string) => ClusterRole | undefined;

/** Why rights cannot be granted, for a condition. */
export interface MissingRights {
  reason: string;
  /** Includes the YAML to apply. */
  message: string;
}

const rightsIn = (rules: Rules): Set<string> =>
  new Set(
    (rules ?? []).flatMap(rule =>
      rule.verbs.flatMap(verb =>
        (rule.apiGroups ?? []).flatMap(group =>
          (rule.resources ?? []).flatMap(resource =>
            (rule.resourceNames ?? ['']).map(
              name => `${verb} ${resource}.${group} ${name}`,
            ),
          ),
        ),
      ),
    ),
  );

/** Whether the live role contains every rule and every aggregation label of the desired one. */
const covers = (
  live: ClusterRole | undefined,
  { metadata, rules }: ClusterRole,
): boolean => {
  if (!live) return false;
  const rights = rightsIn(live.rules);
  return (
    [...rightsIn(rules)].every(right => rights.has(right)) &&
    Object.entries(metadata.labels ?? {}).every(
      ([label, value]) => live.metadata.labels?.[label] === value,
    )
  );
};

/** Whether a granted API with its claims lets app clusters create Secrets. */
export const allowsSecretCreation = (
  api: ApiResource,
  claims: readonly PermissionClaim[],
): boolean =>
  controlPlaneGrants(api, claims).some(
    ({ group, resource, verbs }) =>
      group === '' && resource === 'secrets' && verbs.includes('create'),
  );

const includesOrWildcard = (
  list: readonly string[] | undefined,
  item: string,
): boolean => list?.some(one => one === item || one === '*') ?? false;

/**
 * Whether the live role of an API lets app clusters create Secrets: the role may have more rights than an export's
 * claims need.
 */
export const roleAllowsSecretCreation = (
  api: ApiResource,
  findRole: FindRole,
): boolean =>
  (findRole(apiRoleName(api))?.rules ?? []).some(
    ({ apiGroups, resources, verbs }) =>
      includesOrWildcard(apiGroups, '') &&
      includesOrWildcard(resources, 'secrets') &&
      includesOrWildcard(verbs, 'create'),
  );

/** Message for conditions: permission claims that let app clusters create Secrets require the policy. */
export const missingPolicyMessage = (apis: readonly string[]): string =>
  `Permission claims of ${apis.join(', ')}, or ClusterRoles that were applied for them, let app clusters create Secrets, and no policy on this control plane prevents a Secret that holds a non-expiring token. Apply this to the control plane (Kubernetes 1.30 or later), or limit the claims to Secrets that the provider creates (selector.owner: Provider) and apply the roles of the API again; the rest follows automatically:\n${toYaml(tenantAdmissionPolicy())}`;

const asTemplate = (apiExport: Export) => ({
  spec: {
    APIServiceSelector: exportApi(apiExport),
    permissionClaims: apiExport.spec.permissionClaims,
  },
});

/**
 * Why the rights of these exports cannot be granted; undefined when they can.
 * @param isPolicyEnforced - whether {@link tenantAdmissionPolicy} is in place, if one of the exports needs it
 */
export const missingRights = (
  exports: readonly Export[],
  findRole: FindRole,
  isPolicyEnforced: boolean,
): MissingRights | undefined => {
  const withoutPolicy = isPolicyEnforced
    ? []
    : exports
        .map(asTemplate)
        .filter(
          ({ spec: { APIServiceSelector: api, permissionClaims = [] } }) =>
            allowsSecretCreation(api, permissionClaims) ||
            roleAllowsSecretCreation(api, findRole),
        );
  if (withoutPolicy.length > 0) {
    return {
      reason: backendReasons.missingPolicy,
      message: missingPolicyMessage(
        withoutPolicy.map(template => apiName(templateApi(template))),
      ),
    };
  }
  const missing = exports
    .map(asTemplate)
    .filter(template =>
      templateRoles(template).some(
        role => !covers(findRole(role.metadata.name ?? ''), role),
      ),
    );
  return missing.length > 0
    ? {
        reason: backendReasons.missingRights,
        message: missingRolesMessage(missing),
      }
    : undefined;
};
