/**
 * Plans the processing of an export request: exports to create, the reason why not, and when the request is finished;
 * pure.
 */
import {
  bindResources,
  annotations,
  conditionReasons,
  conditionTypes,
  crdToExportSpec,
  names,
  setCondition,
  specHash,
  summarizeReady,
  times,
  type APIServiceExport,
  type APIServiceExportRequest,
  type APIServiceExportTemplate,
  type CustomResourceDefinition,
  apiName,
  type ApiResource,
} from '@klutch/bind-api';
import { backendReasons } from '../backendNames';

/** Why a requested API cannot be exported. */
export interface Blocked {
  state: 'blocked';
  reason: string;
  /** For the user who requested the API. */
  message: string;
  /** True when waiting cannot help: the request fails at once instead of after a minute. */
  final: boolean;
  /** Retry delay in milliseconds, where no event triggers a retry. */
  retryAfter?: number;
}

/** What to do for one requested API. */
export type RequestedApiPlan =
  | { state: 'ready' }
  | { state: 'create'; apiExport: APIServiceExport }
  | Blocked;

/** Observed state of one requested API. */
export interface RequestedApiFacts {
  /** Name of the cluster namespace. */
  namespace: string;
  api: ApiResource;
  existing?: APIServiceExport;
  crd?: CustomResourceDefinition;
  template?: APIServiceExportTemplate;
  /** Whether the template's policy permits a new export for this app cluster. */
  allowed: boolean;
  /** Names of this app cluster's exports with cluster-wide watches. */
  clusterWide: readonly string[];
}

/** A reason that may be resolved within the minute that a request is retried. */
export const blocked = (reason: string, message: string): Blocked => ({
  state: 'blocked',
  reason,
  message,
  final: false,
});

const refused = (message: string): Blocked => ({
  state: 'blocked',
  reason: conditionReasons.crdInvalid,
  message,
  final: true,
});

/** The export of a CRD in a cluster namespace, with the template's claims. */
export const newExport = (
  namespace: string,
  crdSpec: Parameters<typeof specHash>[0],
  template: APIServiceExportTemplate,
): APIServiceExport => ({
  apiVersion: names.apiVersion,
  kind: bindResources.exports.kind,
  metadata: {
    name: apiName({ group: crdSpec.group, resource: crdSpec.names.plural }),
    namespace,
    annotations: { [annotations.sourceSpecHash]: specHash(crdSpec) },
  },
  spec: {
    ...crdSpec,
    informerScope: 'Namespaced',
    ...(template.spec.permissionClaims && {
      permissionClaims: template.spec.permissionClaims,
    }),
  },
});

/** One message for both a missing and a denied API, so that it does not reveal which templates exist. */
const notOffered = (name: string): Blocked =>
  blocked(
    backendReasons.templateNotFound,
    `${name} is not offered: no export template selects it for this app cluster. Ask a platform operator to offer it, or for the right to bind it, then bind again.`,
  );

/**
 * Exports of the reference have cluster-wide rights: new exports must not extend what an app cluster of the reference
 * can reach with them.
 */
const notNamespaced = (
  name: string,
  namespace: string,
  clusterWide: readonly string[],
): Blocked => ({
  ...blocked(
    backendReasons.clusterWideGrant,
    `${name} is not exported: the konnector of ${namespace} watches ${clusterWide.join(', ')} in the whole control plane, as set up by the reference's backend. Delete these exports (kubectl -n ${namespace} delete apiserviceexports ${clusterWide.join(' ')}; the data is kept), then bind them and ${name} again: from then on the konnector has rights in its service namespaces only.`,
  ),
  final: true,
});

/** Decides for one requested API. An existing export is kept, even if the policy would deny it now. */
export const planRequestedApi = (
  facts: RequestedApiFacts,
): RequestedApiPlan => {
  const { allowed, clusterWide, namespace, api, existing, crd, template } =
    facts;
  const name = apiName(api);
  if (!template) return notOffered(name);
  if (existing?.metadata.deletionTimestamp) {
    return blocked(
      backendReasons.exportDeleting,
      `The export ${name} is being deleted. Bind again when it is gone.`,
    );
  }
  if (existing) return { state: 'ready' };
  if (!allowed) return notOffered(name);
  if (clusterWide.length > 0) {
    return notNamespaced(name, namespace, clusterWide);
  }
  if (!crd || crd.metadata.deletionTimestamp) {
    return blocked(
      conditionReasons.crdNotFound,
      `${name} is offered, but the control plane has no such resource type. Ask a platform operator to install its CRD, then bind again.`,
    );
  }
  const converted = crdToExportSpec(crd);
  if (!converted.ok) return refused(converted.error);
  if (converted.value.scope === 'Cluster') {
    return refused(
      `${name} is cluster-scoped. Only namespaced types can be bound, because app clusters have rights in their own namespaces only. Offer a namespaced type.`,
    );
  }
  return {
    state: 'create',
    apiExport: newExport(namespace, converted.value, template),
  };
};

/** Milliseconds since the request was created. */
const ageOf = (request: APIServiceExportRequest, now: Date) =>
  now.getTime() - Date.parse(request.metadata.creationTimestamp ?? '');

/** New status of a pending request, and the requeue delay in milliseconds. */
export interface RequestOutcome {
  status: NonNullable<APIServiceExportRequest['status']>;
  requeueAfter?: number;
}

/** Succeeds when nothing is blocked; fails when an API is blocked for a minute, or at once when waiting cannot help. */
export const planRequestOutcome = (
  request: APIServiceExportRequest,
  blocker: Blocked | undefined,
  now: Date,
): RequestOutcome => {
  const before = request.status?.conditions;
  const withReady = (condition: Parameters<typeof setCondition>[1]) =>
    summarizeReady(setCondition(before, condition, now), now);
  const type = conditionTypes.exportsReady;
  if (!blocker) {
    const conditions = withReady({ type, status: 'True' });
    return { status: { phase: 'Succeeded', conditions } };
  }
  const { reason, message, final, retryAfter = Infinity } = blocker;
  const severity = 'Error';
  const status = 'False';
  const conditions = withReady({ type, status, severity, reason, message });
  const left = times.exportRequestFailAgeMs - ageOf(request, now);
  return final || left <= 0
    ? { status: { phase: 'Failed', terminalMessage: message, conditions } }
    : {
        status: { phase: 'Pending', conditions },
        requeueAfter: Math.min(left, retryAfter),
      };
};

/** Milliseconds until a finished request is deleted; zero or less when it is due. */
export const timeToRemoval = (
  request: APIServiceExportRequest,
  now: Date,
): number => times.exportRequestKeepAgeMs - ageOf(request, now);
