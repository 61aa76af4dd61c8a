/** Which export requests, exports and bindings of a cluster namespace an AppClusterBinding wants made, changed or gone; pure. */
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

/** What is in the cluster namespace, and what is offered. */
export interface ApisFacts {
  binding: AppClusterBinding;
  /** The cluster namespace. */
  namespace: string;
  templates: readonly APIServiceExportTemplate[];
  /** How templates say who may bind. */
  audience: Audience;
  exports: readonly APIServiceExport[];
  requests: readonly APIServiceExportRequest[];
  bindings: readonly APIServiceBinding[];
}

/** What to write, and what is not as wanted yet. */
export interface ApisPlan {
  createRequests: APIServiceExportRequest[];
  createBindings: APIServiceBinding[];
  changeBindings: { binding: APIServiceBinding; patch: object }[];
  deleteBindings: APIServiceBinding[];
  deleteExports: APIServiceExport[];
  deleteRequests: APIServiceExportRequest[];
  /** Sentences, one for each API that is not served yet or not gone yet. */
  pending: string[];
  /** Which of them say that an API may not be bound. */
  refused: Refusal[];
  /** Sentences about what works without it. */
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

/** Until the export is there. */
const planRequest = (facts: ApisFacts, plan: ApisPlan, api: ApiResource) => {
  const name = apiName(api);
  const { namespace: bindingNamespace = '' } = facts.binding.metadata;
  const template = findTemplate(facts.templates, api);
  if (!template || !isOfferedTo(template, bindingNamespace, facts.audience)) {
    const message = `${name} is not offered to AppClusterBindings of namespace ${bindingNamespace}. Ask a platform operator to offer it, or take it out of spec.apiExports.`;
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
  if (request.status?.phase === 'Succeeded') plan.deleteRequests.push(request); // of an export that is gone since
  const pendingMessage = getCondition(
    request.status?.conditions,
    conditionTypes.exportsReady,
  )?.message;
  plan.pending.push(
    request.status?.phase === 'Failed'
      ? `${name} could not be exported: ${request.status.terminalMessage ?? 'no reason is given'} It is tried again within ten minutes, or at once when you delete export request ${namespacedName(request)}.`
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
      `Binding ${namespacedName(current)} names another Secret than ${names.kubeconfigSecret} and is left alone. Delete it; it is then made anew.`,
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
        : `${name} is bound, but no konnector has taken it up yet. If this stays, see that one runs for ${facts.namespace}, and look at its log.`,
    );
  }
  const open = unansweredClaims(apiExport, current);
  if (open.length > 0) {
    plan.notes.push(
      `${name} asks for ${open.join(', ')}, which nobody has answered. Accept or reject these claims on binding ${namespacedName(current)}.`,
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
    plan.pending.push(`${name} is still being unbound; it is bound anew then.`);
  } else if (apiExport) planBinding(facts, plan, apiExport, current);
  else planRequest(facts, plan, api);
};

/** Bindings first: an export stays until its binding, which a konnector has to let go, is gone. */
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
      `${binding.metadata.name} is being unbound; the konnector lets its objects on the app cluster go first.`,
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

/** One request, export and binding for each API of `spec.apiExports`; none of others. */
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
