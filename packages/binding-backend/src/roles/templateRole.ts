/** The ClusterRole that comes with an export template and lets the backend pass on rights for the API and its claims. */
import {
  labels,
  bindResources,
  names,
  type APIServiceExportTemplate,
  type PermissionClaim,
  apiName,
  type ApiResource,
  controlPlaneGrants,
  mergeGrants,
} from '@klutch/bind-api';
import type { ClusterRole } from '@klutch/kube';
import { stringify } from 'yaml';
import { backendNames } from '../backendNames';
import { templateApi } from '../apiResource';

/**
 * ClusterRole `klutch-template-<resource>.<group>`, aggregated into the backend's role. RBAC lets nobody grant what he
 * does not hold, so whoever offers an API applies this together with the template, and keeps it as long as an export
 * of the API exists, also after the template is gone.
 */
export const templateRole = (
  template: Pick<APIServiceExportTemplate, 'spec'>,
): ClusterRole => {
  const api = templateApi(template);
  const claims = template.spec.permissionClaims ?? [];
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: `${backendNames.templateRolePrefix}${apiName(api)}`,
      labels: { [labels.aggregateToBackend]: 'true' },
    },
    rules: mergeGrants(controlPlaneGrants(api, claims)),
  };
};

/** Input of {@link planTemplate}. */
export interface TemplateInput extends ApiResource {
  /** What app clusters are asked to accept along with the API. Default: nothing. */
  claims?: PermissionClaim[];
  /** Namespace of the template. Default `crossplane-system`. */
  namespace?: string;
}

/**
 * The two objects that offer an API: the export template and the ClusterRole that belongs to it. Apply the role first
 * or both together; the backend waits for it.
 */
export const planTemplate = ({
  group,
  resource,
  claims = [],
  namespace = names.templateNamespace,
}: TemplateInput): [APIServiceExportTemplate, ClusterRole] => {
  const template: APIServiceExportTemplate = {
    apiVersion: names.templateApiVersion,
    kind: bindResources.templates.kind,
    metadata: { name: apiName({ group, resource }), namespace },
    spec: {
      APIServiceSelector: { group, resource },
      ...(claims.length > 0 && { permissionClaims: claims }),
    },
  };
  return [template, templateRole(template)];
};

/** The sentence for a missing right, with the YAML that grants it. */
export const missingRightsMessage = (
  apis: readonly { api: ApiResource; claims: readonly PermissionClaim[] }[],
): string => {
  const roles = apis.map(({ api, claims }) =>
    templateRole({
      spec: { APIServiceSelector: api, permissionClaims: [...claims] },
    }),
  );
  const list = apis.map(({ api }) => apiName(api)).join(', ');
  return `The binding backend may not pass on the rights that ${list} and its permission claims need. Apply this to the control plane; the rest follows by itself:\n${roles
    .map(role => stringify(role))
    .join('---\n')}`;
};
