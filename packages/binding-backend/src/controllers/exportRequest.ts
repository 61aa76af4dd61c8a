/**
 * Controller of export requests: creates the requested exports that are offered, and reports why others cannot be
 * created.
 */
import {
  bindResources,
  conditionReasons,
  type APIServiceExport,
  type APIServiceExportRequest,
  apiName,
  names,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import {
  core,
  createIfAbsent,
  isInvalid,
  keyOf,
  parseKey,
  type Controller,
  type ReconcileContext,
} from '@klutch/kube';
import { backendActor } from '../audit/Audit';
import { backendReasons } from '../backendNames';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { mayRequest } from '../policy/mayRequest';
import { findTemplate, templateApi } from '../apiResource';
import { missingRights } from '../roles/rightsCheck';
import { kubeconfigSecretIn } from '../tokens/kubeconfigSecret';
import { apiOfRole, byApi, byNamespace } from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';
import {
  blocked,
  planRequestOutcome,
  planRequestedApi,
  timeToRemoval,
  type Blocked,
} from './planExportRequest';
import { isClusterWide } from './planRoleBindings';
import { writeStatus } from './status';
import { hasTenantPolicy, policyRetry } from './tenantPolicy';

/** Whether the request is not finished yet. */
export const isPending = (request: APIServiceExportRequest): boolean =>
  (request.status?.phase ?? 'Pending') === 'Pending';

/** Names of the requested APIs. */
export const requestedApis = ({ spec }: APIServiceExportRequest): string[] =>
  spec.resources.map(({ group = '', resource }) =>
    apiName({ group, resource }),
  );

/** Creates one export; returns a reason when rights are missing or the API server rejects the export. */
const createExport = async (
  context: ControllerContext,
  clusterNamespace: { name: string; identity: string },
  apiExport: APIServiceExport,
): Promise<Blocked | undefined> => {
  const { audit, caches, client } = context;
  const isPolicyEnforced = await hasTenantPolicy(context, [apiExport]);
  const missing = missingRights(
    [apiExport],
    role => caches.clusterRoles.get(role),
    isPolicyEnforced,
  );
  if (missing) {
    const blocker = blocked(missing.reason, missing.message);
    return isPolicyEnforced ? blocker : { ...blocker, retryAfter: policyRetry };
  }
  try {
    if (await createIfAbsent(client, bindResources.exports, apiExport)) {
      audit({
        action: 'bind',
        outcome: 'succeeded',
        actor: backendActor,
        namespace: clusterNamespace.name,
        tenant: clusterNamespace.identity,
        apis: [apiExport.metadata.name ?? ''],
      });
    }
  } catch (error) {
    if (isInvalid(error)) {
      const message = `The control plane refuses the export: ${error.message}`;
      return { ...blocked(conditionReasons.crdInvalid, message), final: true };
    }
    throw error;
  }
  return undefined;
};

/**
 * The consent is recorded before the client creates its request, but the caches are not synchronized with each other,
 * so a negative result is checked live.
 */
const isAllowed = async (
  { audience, caches, client, now }: ControllerContext,
  { name: namespace, identity }: { name: string; identity: string },
  template: APIServiceExportTemplate,
): Promise<boolean> => {
  const key = `${namespace}/${names.kubeconfigSecret}`;
  const cached = caches.kubeconfigs.get(key);
  const mayWith = (secret: typeof cached) =>
    mayRequest(template, { identity, secret }, audience, now());
  if (mayWith(cached)) return true;
  return mayWith(await kubeconfigSecretIn(client, namespace));
};

/** Processes the requested APIs in order, up to the first one that is blocked. */
const processRequest = async (
  context: ControllerContext,
  request: APIServiceExportRequest,
): Promise<Blocked | undefined> => {
  const { exports, crds, templates, namespaces } = context.caches;
  const { namespace = '' } = request.metadata;
  const clusterNamespace =
    namespaces.get(namespace) ??
    (await context.client.get(core.namespaces, { name: namespace })); // The namespace may not be in its cache yet.
  const identity = identityOfNamespace(clusterNamespace);
  if (!identity) {
    return {
      ...blocked(
        backendReasons.notAClusterNamespace,
        `Namespace ${namespace} is no cluster namespace. Export requests are processed only in the cluster namespace of an app cluster.`,
      ),
      final: true,
    };
  }
  const owner = { name: namespace, identity };
  for (const { group = '', resource } of request.spec.resources) {
    const api = { group, resource };
    const name = apiName(api);
    const template = findTemplate(templates.list(), api);
    const plan = planRequestedApi({
      namespace,
      api,
      existing: exports.get(`${namespace}/${name}`),
      crd: crds.get(name),
      template,
      allowed:
        template !== undefined && (await isAllowed(context, owner, template)),
      clusterWide: exports
        .byIndex(byNamespace, namespace)
        .filter(isClusterWide)
        .map(({ metadata }) => metadata.name ?? '')
        .sort(),
    });
    const blocker =
      plan.state === 'create'
        ? await createExport(context, owner, plan.apiExport)
        : plan;
    if (blocker?.state === 'blocked') return blocker;
  }
  return undefined;
};

/** Creates the exports of a pending request, and reports the outcome. */
const reconcilePending = async (
  context: ControllerContext,
  request: APIServiceExportRequest,
  reconcile: ReconcileContext,
): Promise<void> => {
  const { audit, client, caches, now } = context;
  const blocker = await processRequest(context, request);
  const { status, requeueAfter } = planRequestOutcome(request, blocker, now());
  await writeStatus(client, bindResources.requests, request, status);
  if (status.phase === 'Failed') {
    const { namespace = '' } = request.metadata;
    audit({
      action: 'bind',
      outcome: 'refused',
      actor: backendActor,
      namespace,
      tenant: identityOfNamespace(caches.namespaces.get(namespace)),
      apis: requestedApis(request),
      reason: status.terminalMessage,
    });
  }
  if (requeueAfter) reconcile.requeueAfter(requeueAfter);
};

/** Watches requests and everything that may unblock them. */
export const createExportRequestController = (
  context: ControllerContext,
): Controller => {
  const { client, caches, now } = context;
  const { requests, exports, crds, templates, clusterRoles, kubeconfigs } =
    caches;
  const waitingFor = (name: string) =>
    requests.byIndex(byApi, name).filter(isPending).map(keyOf);

  return createTenantController(context, {
    name: 'export-request',
    watches: [
      { cache: requests },
      {
        cache: exports,
        key: ({ metadata }) =>
          requests
            .byIndex(byApi, metadata.name ?? '')
            .filter(
              request =>
                isPending(request) &&
                request.metadata.namespace === metadata.namespace,
            )
            .map(keyOf),
      },
      { cache: crds, key: ({ metadata }) => waitingFor(metadata.name ?? '') },
      {
        cache: templates,
        key: template => waitingFor(apiName(templateApi(template))),
      },
      {
        cache: kubeconfigs,
        key: ({ metadata }) =>
          requests
            .byIndex(byNamespace, metadata.namespace ?? '')
            .filter(isPending)
            .map(keyOf),
      },
      {
        cache: clusterRoles,
        key: role => apiOfRole(role).flatMap(waitingFor),
      },
    ],
    reconcile: async (key, ctx) => {
      const request = requests.get(key);
      if (!request || request.metadata.deletionTimestamp) return;
      if (isPending(request)) {
        await reconcilePending(context, request, ctx);
        return;
      }
      const msLeft = timeToRemoval(request, now());
      if (msLeft > 0) {
        ctx.requeueAfter(msLeft);
        return;
      }
      const { uid } = request.metadata;
      await client.delete(bindResources.requests, parseKey(key), {
        preconditions: { uid },
      });
    },
  });
};
