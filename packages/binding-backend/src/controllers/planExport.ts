/** Plans the update of an export after a change of its CRD or template; never deletes an export; pure. */
import {
  annotations,
  conditionReasons,
  conditionTypes,
  crdToExportSpec,
  setCondition,
  specHash,
  type APIServiceExport,
  type APIServiceExportCrdSpec,
  type APIServiceExportTemplate,
  type Condition,
  type CustomResourceDefinition,
  type NewCondition,
  type PermissionClaim,
  apiName,
} from '@klutch/bind-api';
import equal from 'fast-deep-equal';
import { backendConditions, backendReasons } from '../backendNames';
import { exportApi } from '../apiResource';
import {
  allowsSecretCreation,
  missingPolicyMessage,
} from '../roles/rightsCheck';
import { isClusterWide } from './planRoleBindings';
import { withoutCondition } from './status';

/** Observed state of an export. */
export interface ExportFacts {
  apiExport: APIServiceExport;
  crd?: CustomResourceDefinition;
  template?: APIServiceExportTemplate;
  /**
   * Whether the policy exists that restricts which Secrets app clusters may create; read only if the template's claims
   * need it.
   */
  isPolicyEnforced: boolean;
}

/** A merge patch of metadata and spec, if needed, and the conditions after it is written. */
export interface ExportPlan {
  patch?: { metadata: object; spec: object };
  conditions: NewCondition[];
}

/** The desired members, and `null` for those that a merge patch has to remove. */
const replaceMembers = (current: object, wanted: object): object => {
  const gone = Object.keys(current).filter(key => !(key in wanted));
  return { ...Object.fromEntries(gone.map(key => [key, null])), ...wanted };
};

/** Condition `ProviderInSync` for an export that currently cannot follow its CRD. */
export const notInSync = (
  reason: string,
  message: string,
  severity: Condition['severity'],
): NewCondition => ({
  type: conditionTypes.providerInSync,
  status: 'False',
  severity,
  reason,
  message,
});

const wantedCrdSpec = (
  crd: CustomResourceDefinition | undefined,
): { spec: APIServiceExportCrdSpec } | { problem: NewCondition } => {
  if (!crd || crd.metadata.deletionTimestamp) {
    return {
      problem: notInSync(
        backendReasons.crdNotFound,
        'The control plane currently has no such resource type. The export is not changed, and is updated when the CRD is back.',
        'Warning',
      ),
    };
  }
  const converted = crdToExportSpec(crd);
  if (converted.ok) return { spec: converted.value };
  return {
    problem: notInSync(
      conditionReasons.customResourceDefinitionUpdateFailed,
      converted.error,
      'Error',
    ),
  };
};

const clusterWideClaims = ({ metadata }: APIServiceExport): NewCondition => {
  const { name = '', namespace = '' } = metadata;
  return notInSync(
    backendReasons.clusterWideGrant,
    `The export template's claims have changed. The export keeps its own, because the konnector watches ${name} in the whole control plane, as set up by the reference's backend. To apply the new claims, delete the export (kubectl -n ${namespace} delete apiserviceexport ${name}; the data is kept) and bind ${name} again.`,
    'Warning',
  );
};

/** Why an export does not follow the claims of its template; undefined when it does. */
const claimsBlocker = (
  apiExport: APIServiceExport,
  claims: readonly PermissionClaim[],
  isPolicyEnforced: boolean,
): NewCondition | undefined => {
  if (equal(claims, apiExport.spec.permissionClaims ?? [])) return undefined;
  if (isClusterWide(apiExport)) return clusterWideClaims(apiExport);
  const api = exportApi(apiExport);
  return isPolicyEnforced || !allowsSecretCreation(api, claims)
    ? undefined
    : notInSync(
        backendReasons.missingPolicy,
        `The export keeps its permission claims. ${missingPolicyMessage([apiName(api)])}`,
        'Error',
      );
};

/**
 * The export follows the CRD's schema and the template's claims. Without a CRD (which may be about to be reinstalled),
 * or without a template, the export is not changed and a condition reports the reason.
 */
export const planExport = ({
  apiExport,
  crd,
  template,
  isPolicyEnforced,
}: ExportFacts): ExportPlan => {
  const { spec, metadata } = apiExport;
  const wanted = wantedCrdSpec(crd);
  const claims = template ? (template.spec.permissionClaims ?? []) : undefined;
  const crdChanges =
    'spec' in wanted &&
    (specHash(wanted.spec) !== specHash(spec) ||
      metadata.annotations?.[annotations.sourceSpecHash] !==
        specHash(wanted.spec));
  const claimsProblem =
    claims && claimsBlocker(apiExport, claims, isPolicyEnforced);
  const claimsChange =
    claims !== undefined &&
    !claimsProblem &&
    !equal(claims, spec.permissionClaims ?? []);

  const patch = (crdChanges || claimsChange) && {
    metadata: crdChanges
      ? { annotations: { [annotations.sourceSpecHash]: specHash(wanted.spec) } }
      : {},
    spec: {
      ...(crdChanges && {
        ...wanted.spec,
        names: replaceMembers(spec.names, wanted.spec.names),
      }),
      ...(claimsChange && {
        permissionClaims: claims.length > 0 ? claims : null,
      }),
    },
  };
  return {
    ...(patch && { patch }),
    conditions: [
      'problem' in wanted
        ? wanted.problem
        : (claimsProblem ?? {
            type: conditionTypes.providerInSync,
            status: 'True',
          }),
      ...(template
        ? []
        : [
            {
              type: backendConditions.withdrawn,
              status: 'True' as const,
              reason: backendReasons.templateDeleted,
              message:
                'No export template offers this API any more. Existing use continues; the API cannot be bound again until it is offered again.',
            },
          ]),
    ],
  };
};

const withoutStaleWithdrawn = (
  conditions: readonly Condition[],
  planned: readonly NewCondition[],
): Condition[] =>
  planned.some(({ type }) => type === backendConditions.withdrawn)
    ? [...conditions]
    : withoutCondition(conditions, backendConditions.withdrawn);

/** The export's conditions with the backend's own set, and without `Withdrawn` once the API is offered again. */
export const exportConditions = (
  apiExport: APIServiceExport,
  planned: readonly NewCondition[],
  now: Date,
): Condition[] =>
  planned.reduce<Condition[]>(
    (conditions, condition) => setCondition(conditions, condition, now),
    withoutStaleWithdrawn(apiExport.status?.conditions ?? [], planned),
  );
