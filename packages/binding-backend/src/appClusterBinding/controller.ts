/**
 * Controller of AppClusterBindings: connects app clusters that cannot run a konnector themselves to the control plane
 * cluster.
 */
import {
  apiName,
  appClusterNamespaceName,
  bindResources,
  conditionReasons,
  finalizers,
  type AppClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  keyOf,
  type Controller,
  type KubeObject,
  type Namespace,
} from '@klutch/kube';
import { byApi } from '../controllers/caches';
import { createTenantController } from '../controllers/createTenantController';
import { patchMetadata } from '../controllers/metadata';
import { writeStatus } from '../controllers/status';
import { templateApi } from '../apiResource';
import { applyApis } from './applyApis';
import { auditRemoval, auditRefusals } from './auditAppCluster';
import { applyKonnector, type AppliedKonnectors } from './applyKonnector';
import { byClusterNamespaceName, type AppClusterContext } from './context';
import { copyKubeconfig, readKubeconfig } from './kubeconfigCopy';
import { planClusterNamespace } from './planClusterNamespace';
import { ensureNamespaceResources } from './ensureNamespaceResources';
import { removeAppCluster } from './remove';
import { ReconcileAttempt } from './ReconcileAttempt';
import {
  appClusterConditions as types,
  appClusterReasons as reasons,
  appClusterStatus,
  falseCondition,
  trueCondition,
  refusedCondition,
} from './conditions';

const finalizer = finalizers.appClusterBinding;
const defaultCheckSeconds = 60;
/** Requeue interval while a deletion waits: an expired Lease causes no event. Milliseconds. */
const removalRequeueDelay = 15_000;

const setFinalizers = (
  { client }: AppClusterContext,
  binding: AppClusterBinding,
  wanted: string[],
): Promise<AppClusterBinding> =>
  patchMetadata(client, bindResources.appClusterBindings, binding, {
    finalizers: wanted,
  });

const ensureFinalizer = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
): Promise<AppClusterBinding> => {
  const present = binding.metadata.finalizers ?? [];
  return present.includes(finalizer)
    ? binding
    : setFinalizers(context, binding, [...present, finalizer]);
};

/** The kubeconfig, when it is valid. */
const validKubeconfig = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
  attempt: ReconcileAttempt,
): Promise<string | undefined> => {
  let kubeconfig: string | undefined;
  const invalid = conditionReasons.kubeconfigSecretInvalid;
  await attempt.runStep(types.secretValid, invalid, async () => {
    const validation = await readKubeconfig(context, binding);
    if (!validation.ok) {
      // A missing Secret may still be created, so it is pending, not refused.
      const isMissing =
        validation.reason === conditionReasons.kubeconfigSecretNotFound;
      const toCondition = isMissing ? falseCondition : refusedCondition;
      return toCondition(
        types.secretValid,
        validation.reason,
        validation.message,
      );
    }
    kubeconfig = validation.kubeconfig;
    return trueCondition(types.secretValid);
  });
  return kubeconfig;
};

/**
 * All namespaces from the cache, but the AppClusterBinding's own read live: rights and a kubeconfig are written there,
 * and another namespace may have replaced it.
 */
const listNamespaces = async (
  { client, caches }: AppClusterContext,
  { metadata }: AppClusterBinding,
): Promise<Namespace[]> => {
  const all = caches.namespaces.list();
  const { namespace = '', name = '' } = metadata;
  const own = appClusterNamespaceName(namespace, name);
  if (!own.ok) return all;
  const live = await client.get(core.namespaces, { name: own.value });
  const others = all.filter(other => other.metadata.name !== own.value);
  return live ? [...others, live] : others;
};

/** Ensures the cluster namespace with its initial resources; returns its name once it is usable. */
const reconcileClusterNamespace = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
  kubeconfig: string | undefined,
  attempt: ReconcileAttempt,
): Promise<string | undefined> => {
  const { client } = context;
  const type = types.namespaceReady;
  let prepared: string | undefined;
  await attempt.runStep(type, reasons.namespaceFailed, async () => {
    const existing = await listNamespaces(context, binding);
    const plan = planClusterNamespace(binding, existing);
    if (plan.action === 'refuse') {
      return refusedCondition(type, plan.reason, plan.message);
    }
    if (plan.action === 'wait')
      return falseCondition(type, plan.reason, plan.message);
    if (plan.action === 'create') {
      if (!kubeconfig) return undefined; // Nothing is created before there is a kubeconfig.
      await client.create(core.namespaces, plan.namespace);
    }
    const name =
      plan.action === 'use' ? plan.name : (plan.namespace.metadata.name ?? '');
    await ensureNamespaceResources(context, binding, name);
    if (kubeconfig) await copyKubeconfig(context, binding, name, kubeconfig);
    prepared = name;
    return trueCondition(type);
  });
  return prepared;
};

/** Reconciles step by step; a failed step is reported in its condition. */
const reconcileAppCluster = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
  applied: AppliedKonnectors,
): Promise<ReconcileAttempt> => {
  const attempt = new ReconcileAttempt();
  const kubeconfig = await validKubeconfig(context, binding, attempt);
  const namespace = await reconcileClusterNamespace(
    context,
    binding,
    kubeconfig,
    attempt,
  );
  if (namespace === undefined) return attempt;
  attempt.namespace = namespace;
  await attempt.runStep(types.apisBound, reasons.apisPending, () =>
    applyApis(context, binding, namespace),
  );
  await attempt.runStep(
    types.konnectorDeployed,
    conditionReasons.konnectorDeploymentFailed,
    () => applyKonnector(context, binding, namespace, applied),
  );
  return attempt;
};

/** Reports the result of the attempt, also of a failed one; then rethrows its error, so that the key is retried. */
const reportStatus = async (
  { audit, client, now }: AppClusterContext,
  binding: AppClusterBinding,
  attempt: ReconcileAttempt,
): Promise<void> => {
  await writeStatus(client, bindResources.appClusterBindings, binding, {
    conditions: appClusterStatus(
      binding,
      attempt.conditions,
      attempt.absentConditions,
      now(),
    ),
  });
  auditRefusals(audit, binding, attempt);
  if (attempt.failure) throw attempt.failure;
};

const finalizeAppCluster = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
): Promise<void> => {
  const present = binding.metadata.finalizers ?? [];
  if (!present.includes(finalizer)) return;
  const attempt = new ReconcileAttempt();
  await attempt.runStep(types.removed, reasons.removalFailed, () =>
    removeAppCluster(context, binding),
  );
  if (attempt.conditions.length > 0 || attempt.failure) {
    await reportStatus(context, binding, attempt);
    return;
  }
  const remaining = present.filter(one => one !== finalizer);
  await setFinalizers(context, binding, remaining);
  auditRemoval(context.audit, binding);
};

/** Watches AppClusterBindings and everything created for them; polls their Secrets on a timer. */
export const createAppClusterBindingController = (
  context: AppClusterContext,
): Controller => {
  const { caches, appClusterCaches, options } = context;
  const { appClusterBindings } = appClusterCaches;
  const applied: AppliedKonnectors = new Map();
  const checkMs = (options.checkSeconds ?? defaultCheckSeconds) * 1_000;
  const ofName = (clusterNamespace = '') =>
    appClusterBindings
      .byIndex(byClusterNamespaceName, clusterNamespace)
      .map(keyOf);
  const ofNamespace = ({ metadata }: Pick<KubeObject, 'metadata'>) =>
    ofName(metadata.namespace);

  return createTenantController(context, {
    name: 'app-cluster-binding',
    watches: [
      { cache: appClusterBindings },
      { cache: appClusterCaches.bindings, key: ofNamespace },
      { cache: caches.requests, key: ofNamespace },
      { cache: caches.exports, key: ofNamespace },
      { cache: caches.serviceNamespaces, key: ofNamespace },
      { cache: caches.kubeconfigs, key: ofNamespace },
      { cache: caches.serviceAccounts, key: ofNamespace },
      {
        cache: caches.clusterBindings,
        key: (found, previous) => (previous ? [] : ofNamespace(found)), // Heartbeats do not trigger a reconciliation.
      },
      {
        cache: caches.namespaces,
        key: ({ metadata }) => ofName(metadata.name),
      },
      {
        cache: caches.templates,
        key: template =>
          appClusterBindings
            .byIndex(byApi, apiName(templateApi(template)))
            .map(keyOf),
      },
    ],
    reconcile: async (key, ctx) => {
      const binding = appClusterBindings.get(key);
      if (!binding) return;
      if (binding.metadata.deletionTimestamp) {
        ctx.requeueAfter(removalRequeueDelay);
        await finalizeAppCluster(context, binding);
        return;
      }
      ctx.requeueAfter(checkMs);
      const owned = await ensureFinalizer(context, binding);
      await reportStatus(
        context,
        owned,
        await reconcileAppCluster(context, owned, applied),
      );
    },
  });
};
