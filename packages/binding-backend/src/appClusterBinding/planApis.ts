/**
 * Plans which export requests, exports and bindings of a cluster namespace to create, change or delete for an
 * AppClusterBinding; pure.
 */
import { createHash } from 'node:crypto';
import {
  apiName,
  bindResources,
  conditionTypes,
  getCondition,
  names,
  type ApiResource,
  type APIServiceBinding,
  type APIServiceExport,
  type APIServiceExportRequest,
  type APIServiceExportTemplate,
  type AppClusterBinding,
} from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { findTemplate } from '../apiResource';
import { bindingPatch, newBinding } from './apiBinding';
import { unansweredClaims } from './apiClaims';
import type { Refusal } from './conditions';
import {
  appClusterLabels,
  isMadeFor,
} from '../identity/appClusterBindingIdentity';
import type { Audience } from '../policy/mayBind';
import { isOfferedTo } from '../policy/offeredTo';

/** The objects in the cluster namespace, and the offered templates. */
export interface ApisFacts {
  binding: AppClusterBinding;
  /** Name of the cluster namespace. */
  namespace: string;
  templates: readonly APIServiceExportTemplate[];
  /** How templates restrict who may bind. */
  audience: Audience;
  exports: readonly APIServiceExport[];
  requests: readonly APIServiceExportRequest[];
  bindings: readonly APIServiceBinding[];
}

/** The writes, and the APIs that are not in the desired state yet. */
export interface ApisPlan {
  createRequests: APIServiceExportRequest[];
  createBindings: APIServiceBinding[];
  changeBindings: { binding: APIServiceBinding; patch: object }[];
  deleteBindings: APIServiceBinding[];
  deleteExports: APIServiceExport[];
  deleteRequests: APIServiceExportRequest[];
  /** One sentence for each API that is not served yet or not removed yet. */
  pending: string[];
  /** The pending APIs that may not be bound. */
  refused: Refusal[];
  /** Hints that do not prevent readiness. */
  notes: string[];
}

const requestName = (name: string): string => {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `appclusterbinding-${name.replaceAll('.', '-').slice(0, 36)}-${hash}`;
};

const isRequested = (request: APIServiceExportRequest, name: string) =>
  request.spec.resources.some(
    ({ group = '', resource }) => apiName({ group, resource }) === name,
  );

const newRequest = (
  { binding, namespace }: ApisFacts,
  api: ApiResource,
): APIServiceExportRequest => ({
  apiVersion: names.apiVersion,
  kind: bindResources.requests.kind,
  metadata: {
    name: requestName(apiName(api)),
    namespace,
    labels: appClusterLabels(binding),
  },
  spec: { resources: [api] },
});

const namespacedName = ({ metadata }: KubeObject) =>
  `${metadata.namespace}/${metadata.name}`;

/** Applies until the export exists. */
const planRequest = (facts: ApisFacts, plan: ApisPlan, api: ApiResource) => {
  const name = apiName(api);
  const { namespace: bindingNamespace = '' } = facts.binding.metadata;
  const template = findTemplate(facts.templates, api);
  if (!template || !isOfferedTo(template, bindingNamespace, facts.audience)) {
    const message = `${name} is not offered to AppClusterBindings of namespace ${bindingNamespace}. Ask a platform operator to offer it, or remove it from spec.apiExports.`;
    plan.pending.push(message);
    plan.refused.push({ message, apis: [name] });
    return;
  }
  const request = facts.requests.find(found => isRequested(found, name));
  if (!request) {
    plan.createRequests.push(newRequest(facts, api));
    plan.pending.push(`${name} is being exported.`);
    return;
  }
  // A succeeded request without its export: the export has been deleted since.
  if (request.status?.phase === 'Succeeded') plan.deleteRequests.push(request);
  const pendingMessage = getCondition(
    request.status?.conditions,
    conditionTypes.exportsReady,
  )?.message;
  plan.pending.push(
    request.status?.phase === 'Failed'
      ? `${name} could not be exported: ${request.status.terminalMessage ?? 'no reason is given'} The export is retried within ten minutes, or at once when you delete export request ${namespacedName(request)}.`
      : `${name} is being exported. ${pendingMessage ?? ''}`.trim(),
  );
};

const planBinding = (
  facts: ApisFacts,
  plan: ApisPlan,
  apiExport: APIServiceExport,
  current: APIServiceBinding | undefined,
) => {
  const name = apiExport.metadata.name ?? '';
  if (!current) {
    plan.createBindings.push(
      newBinding(facts.binding, facts.namespace, apiExport),
    );
    plan.pending.push(`${name} is being bound.`);
    return;
  }
  const { kubeconfigSecretRef: ref } = current.spec ?? {};
  if (ref?.name !== names.kubeconfigSecret) {
    plan.pending.push(
      `Binding ${namespacedName(current)} names another Secret than ${names.kubeconfigSecret} and is not changed. Delete the binding; it is then created again.`,
    );
    return;
  }
  const patch = bindingPatch(facts.binding, apiExport, current);
  if (patch) plan.changeBindings.push({ binding: current, patch });
  const ready = getCondition(current.status?.conditions, conditionTypes.ready);
  if (ready?.status !== 'True') {
    plan.pending.push(
      ready
        ? `${name}: ${ready.message ?? ready.reason ?? 'not ready'}`
        : `${name} is bound, but no konnector has reconciled the binding yet. If this persists, check that a konnector runs for ${facts.namespace}, and read its log.`,
    );
  }
  const open = unansweredClaims(apiExport, current);
  if (open.length > 0) {
    plan.notes.push(
      `${name} asks for ${open.join(', ')}, without a decision yet. Accept or reject these claims on binding ${namespacedName(current)}.`,
    );
  }
};

const planDesiredApi = (facts: ApisFacts, plan: ApisPlan, api: ApiResource) => {
  const name = apiName(api);
  const named = ({ metadata }: KubeObject) => metadata.name === name;
  const current = facts.bindings.find(named);
  const apiExport = facts.exports.find(named);
  if (
    current?.metadata.deletionTimestamp ||
    apiExport?.metadata.deletionTimestamp
  ) {
    plan.pending.push(
      `${name} is still being unbound; it is bound again afterwards.`,
    );
  } else if (apiExport) planBinding(facts, plan, apiExport, current);
  else planRequest(facts, plan, api);
};

/** Deletes bindings first: an export is kept until its binding is gone, whose finalizer a konnector has to remove. */
const planUndesiredApis = (
  facts: ApisFacts,
  plan: ApisPlan,
  wanted: ReadonlySet<string>,
) => {
  const bound = new Set(facts.bindings.map(({ metadata }) => metadata.name));
  const unwanted = ({ metadata }: KubeObject) =>
    !wanted.has(metadata.name ?? '');
  for (const binding of facts.bindings.filter(unwanted)) {
    if (!isMadeFor(facts.binding, binding)) continue;
    if (!binding.metadata.deletionTimestamp) plan.deleteBindings.push(binding);
    plan.pending.push(
      `${binding.metadata.name} is being unbound; the konnector first removes its finalizer from the objects on the app cluster.`,
    );
  }
  plan.deleteExports.push(
    ...facts.exports.filter(
      found =>
        unwanted(found) &&
        !bound.has(found.metadata.name) &&
        !found.metadata.deletionTimestamp,
    ),
  );
  plan.deleteRequests.push(
    ...facts.requests.filter(
      request => ![...wanted].some(name => isRequested(request, name)),
    ),
  );
};

/** Plans one request, export and binding for each API of `spec.apiExports`, and the deletion of all others. */
export const planApis = (facts: ApisFacts): ApisPlan => {
  const plan: ApisPlan = {
    createRequests: [],
    createBindings: [],
    changeBindings: [],
    deleteBindings: [],
    deleteExports: [],
    deleteRequests: [],
    pending: [],
    refused: [],
    notes: [],
  };
  const apis = (facts.binding.spec.apiExports ?? []).map(
    ({ group = '', resource }) => ({ group, resource }),
  );
  const byName = new Map(apis.map(api => [apiName(api), api]));
  for (const api of byName.values()) planDesiredApi(facts, plan, api);
  planUndesiredApis(facts, plan, new Set(byName.keys()));
  return plan;
};
