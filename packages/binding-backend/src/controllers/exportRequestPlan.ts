/** What an export request leads to: exports to create, or the reason why not, and when it ends. */
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
  /** For the person who asked. */
  message: string;
  /** True when waiting cannot help: the request fails at once instead of after a minute. */
  final: boolean;
  /** Milliseconds after which to try again, where no event tells. */
  retryAfter?: number;
}

/** What follows for one requested API. */
export type RequestedApiPlan =
  | { state: 'ready' }
  | { state: 'create'; apiExport: APIServiceExport }
  | Blocked;

/** What is known about one requested API. */
export interface RequestedApiFacts {
  /** The cluster namespace. */
  namespace: string;
  api: ApiResource;
  existing?: APIServiceExport;
  crd?: CustomResourceDefinition;
  template?: APIServiceExportTemplate;
  /** Whether the template's policy lets this app cluster have a new export. */
  allowed: boolean;
  /** Exports of this app cluster for cluster-wide watches, by name. */
  clusterWide: readonly string[];
}

/** A reason that may pass by itself, or with somebody's help, within the minute a request has. */
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

/** The same for what an app cluster may not have and for what is not there. */
const notOffered = (name: string): Blocked =>
  blocked(
    backendReasons.templateNotFound,
    `${name} is not offered: no export template selects it for this app cluster. Ask a platform operator to offer it, or for the right to bind it, then bind again.`,
  );

/** Its rights are cluster-wide: nothing is added to what an app cluster of the reference can reach by them. */
const notNamespaced = (
  name: string,
  namespace: string,
  clusterWide: readonly string[],
): Blocked => ({
  ...blocked(
    backendReasons.clusterWideGrant,
    `${name} is not exported: the konnector of ${namespace} watches ${clusterWide.join(', ')} in the whole control plane, as the reference's backend had set it up. Delete these exports (kubectl -n ${namespace} delete apiserviceexports ${clusterWide.join(' ')}; the data stays), then bind them and ${name} again: from then on it has rights in its service namespaces only.`,
  ),
  final: true,
});

/** Decides for one requested API. What is exported already stays so, whoever may bind it by now. */
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
      `${name} is cluster-scoped. Only namespaced types can be bound, because app clusters get rights in their own namespaces alone. Offer a namespaced type.`,
    );
  }
  return {
    state: 'create',
    apiExport: newExport(namespace, converted.value, template),
  };
};

/** Milliseconds since the request was made. */
const ageOf = (request: APIServiceExportRequest, now: Date) =>
  now.getTime() - Date.parse(request.metadata.creationTimestamp ?? '');

/** New status of a pending request, and in how many milliseconds to look again. */
export interface RequestOutcome {
  status: NonNullable<APIServiceExportRequest['status']>;
  requeueAfter?: number;
}

/** Succeeds when nothing blocks it; fails when something does for a minute, or at once when waiting cannot help. */
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

/** Milliseconds until a finished request is removed; zero or less when it is time. */
export const timeToRemoval = (
  request: APIServiceExportRequest,
  now: Date,
): number => times.exportRequestKeepAgeMs - ageOf(request, now);
