/** The ClusterRoles of an export template: the rights on the API, and the backend's right to grant them. */
import {
  labels,
  bindResources,
  names,
  policyRule,
  type APIServiceExportTemplate,
  type PermissionClaim,
  apiName,
  type ApiResource,
  controlPlaneGrants,
  mergeGrants,
  toYaml,
} from '@klutch/bind-api';
import type { ClusterRole, PolicyRule } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { templateApi } from '../apiResource';

const rbacGroup = 'rbac.authorization.k8s.io';
const apiVersion = `${rbacGroup}/v1`;

/** Name of the ClusterRole with the rights on an API, and of each RoleBinding that grants this role. */
export const apiRoleName = (api: ApiResource): string =>
  `${backendNames.apiRolePrefix}${apiName(api)}`;

/**
 * Rights to check whether a service namespace still contains data, and for the portal to follow the copies of claims; the
 * API server has no CRDs of groups without a dot.
 */
const listRules = (grants: ReturnType<typeof controlPlaneGrants>) =>
  mergeGrants(
    grants
      .filter(({ group }) => group.includes('.'))
      .map(grant => ({ ...grant, verbs: ['list', 'watch'] })),
  );

const grantingRules = (roles: string[]): PolicyRule[] => [
  policyRule(rbacGroup, ['clusterroles'], ['bind'], roles),
  policyRule(rbacGroup, ['rolebindings'], ['patch', 'delete'], roles),
];

/**
 * Operators apply both roles together with the template, and keep them as long as an export of the API exists, also
 * after the template is deleted.
 * @returns ClusterRole `klutch-api-<resource>.<group>`, the rights of app clusters on the API and its claims, and
 * `klutch-template-<resource>.<group>`, which lets the backend grant the former without holding its rights
 */
export const templateRoles = (
  template: Pick<APIServiceExportTemplate, 'spec'>,
): [ClusterRole, ClusterRole] => {
  const api = templateApi(template);
  const grants = controlPlaneGrants(api, template.spec.permissionClaims ?? []);
  const name = apiRoleName(api);
  return [
    {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name },
      rules: mergeGrants(grants),
    },
    {
      apiVersion,
      kind: 'ClusterRole',
      metadata: {
        name: `${backendNames.templateRolePrefix}${apiName(api)}`,
        labels: { [labels.aggregateToBackend]: 'true' },
      },
      rules: [...grantingRules([name]), ...listRules(grants)],
    },
  ];
};

/**
 * Additional rules for operators who are no administrators, beside the rights on the APIs themselves: RBAC requires
 * them to hold the rights that {@link templateRoles} grant to the backend, and cannot restrict names by prefix.
 * @param apis - all APIs that the operators may offer
 */
export const offeringRules = (apis: readonly ApiResource[]): PolicyRule[] =>
  apis.length > 0 ? grantingRules(apis.map(apiRoleName)) : []; // A rule without resource names would match all.

/** Input of {@link planTemplate}. */
export interface TemplateInput extends ApiResource {
  /** What app clusters are asked to accept together with the API. Default: no claims. */
  claims?: PermissionClaim[];
  /** Namespace of the template. Default `crossplane-system`. */
  namespace?: string;
}

/**
 * The three objects that offer an API: the export template and {@link templateRoles}. Apply the roles first or all
 * together; the backend waits for the roles.
 */
export const planTemplate = ({
  group,
  resource,
  claims = [],
  namespace = names.templateNamespace,
}: TemplateInput): [APIServiceExportTemplate, ClusterRole, ClusterRole] => {
  const template: APIServiceExportTemplate = {
    apiVersion: names.templateApiVersion,
    kind: bindResources.templates.kind,
    metadata: { name: apiName({ group, resource }), namespace },
    spec: {
      APIServiceSelector: { group, resource },
      ...(claims.length > 0 && { permissionClaims: claims }),
    },
  };
  return [template, ...templateRoles(template)];
};

/** Message for missing or outdated roles, with their YAML. */
export const missingRolesMessage = (
  templates: readonly Pick<APIServiceExportTemplate, 'spec'>[],
): string => {
  const list = templates
    .map(template => apiName(templateApi(template)))
    .join(', ');
  const roles = templates.flatMap(templateRoles);
  return `The binding backend may not grant the rights that ${list} and its permission claims need. Apply this to the control plane as an administrator, or as a user who holds these rights; the rest follows automatically:\n${toYaml(roles)}`;
};
