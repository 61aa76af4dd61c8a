/** Whether the roles that come with an export template are there, so that its rights can be granted. Pure. */
import type { APIServiceExport } from '@klutch/bind-api';
import {
  isForbidden,
  type ApiError,
  type ClusterRole,
  type PolicyRule,
} from '@klutch/kube';
import { backendReasons } from '../backendNames';
import { exportApi } from '../apiResource';
import { missingRolesMessage, templateRoles } from './templateRole';

/** The API server refused a RoleBinding because the backend may not bind its role. */
export const isEscalation = (error: unknown): error is ApiError =>
  isForbidden(error) && error.message.includes('not currently held');

type Rules = readonly PolicyRule[] | null | undefined;
type Export = Pick<APIServiceExport, 'spec'>;

/** Finds a ClusterRole by its name. */
export type FindRole = (name: string) => ClusterRole | undefined;

/** Why rights cannot be granted: for a condition. */
export interface MissingRights {
  reason: string;
  /** With the YAML to apply. */
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

/** True when the live role brings every right of the wanted one, and goes where its labels take it. */
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

const asTemplate = (apiExport: Export) => ({
  spec: {
    APIServiceSelector: exportApi(apiExport),
    permissionClaims: apiExport.spec.permissionClaims,
  },
});

/** What keeps the rights of these exports from being granted; undefined when nothing does. */
export const missingRights = (
  exports: readonly Export[],
  findRole: FindRole,
): MissingRights | undefined => {
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
