/** Controller of AppClusterBindings: brings app clusters to the control plane that cannot run a konnector themselves. */
import {
  apiName,
  appClusterNamespaceName,
  bindResources,
  conditionReasons,
  finalizers,
  type AppClusterBinding,
} from '@klutch/bind-api';
import { core, keyOf, type Controller, type Namespace } from '@klutch/kube';
import { byApi } from '../controllers/caches';
import { createTenantController } from '../controllers/createTenantController';
import { patchMetadata } from '../controllers/metadata';
import { writeStatus } from '../controllers/status';
import { templateApi } from '../apiResource';
import { applyApis } from './applyApis';
import { auditEnd, auditRefusals } from './auditAppCluster';
import { applyKonnector, type AppliedKonnectors } from './applyKonnector';
import { byClusterNamespace, type AppClusterContext } from './context';
import { copyKubeconfig, readKubeconfig } from './kubeconfigCopy';
import { planClusterNamespace } from './namespacePlan';
import { provideNamespace } from './provideNamespace';
import { removeAppCluster } from './remove';
import { Round } from './Round';
import {
  appClusterConditions as types,
  appClusterReasons as reasons,
  appClusterStatus,
  fails,
  holds,
  refuses,
} from './verdicts';

const finalizer = finalizers.appClusterBinding;
const defaultCheckSeconds = 60;
/** How soon to look again at what is waited for while it is deleted; of Leases no event tells. Milliseconds. */
const removalCheck = 15_000;

const setFinalizers = (
  { client }: AppClusterContext,
  binding: AppClusterBinding,
  wanted: string[],
): Promise<AppClusterBinding> =>
  patchMetadata(client, bindResources.appClusterBindings, binding, {
    finalizers: wanted,
  });

const withFinalizer = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
): Promise<AppClusterBinding> => {
  const present = binding.metadata.finalizers ?? [];
  return present.includes(finalizer)
    ? binding
    : setFinalizers(context, binding, [...present, finalizer]);
};

/** The kubeconfig, when it can be used. */
const usableKubeconfig = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
  round: Round,
): Promise<string | undefined> => {
  let kubeconfig: string | undefined;
  const invalid = conditionReasons.kubeconfigSecretInvalid;
  await round.step(types.secretValid, invalid, async () => {
    const verdict = await readKubeconfig(context, binding);
    if (!verdict.ok) {
      // A Secret that is not there yet is waited for.
      const isMissing =
        verdict.reason === conditionReasons.kubeconfigSecretNotFound;
      const say = isMissing ? fails : refuses;
      return say(types.secretValid, verdict.reason, verdict.message);
    }
    kubeconfig = verdict.kubeconfig;
    return holds(types.secretValid);
  });
  return kubeconfig;
};

/** All namespaces; its own live, as rights and a kubeconfig go there and another may have taken its place. */
const namespacesNow = async (
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

/** The cluster namespace with all that is in it from the start; its name, once it can be used. */
const prepareNamespace = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
  kubeconfig: string | undefined,
  round: Round,
): Promise<string | undefined> => {
  const { client } = context;
  const type = types.namespaceReady;
  let prepared: string | undefined;
  await round.step(type, reasons.namespaceFailed, async () => {
    const existing = await namespacesNow(context, binding);
    const plan = planClusterNamespace(binding, existing);
    if (plan.action === 'refuse') {
      return refuses(type, plan.reason, plan.message);
    }
    if (plan.action === 'wait') return fails(type, plan.reason, plan.message);
    if (plan.action === 'create') {
      if (!kubeconfig) return undefined; // nothing is made before there is a kubeconfig
      await client.create(core.namespaces, plan.namespace);
    }
    const name =
      plan.action === 'use' ? plan.name : (plan.namespace.metadata.name ?? '');
    await provideNamespace(context, binding, name);
    if (kubeconfig) await copyKubeconfig(context, binding, name, kubeconfig);
    prepared = name;
    return holds(type);
  });
  return prepared;
};

/** What is wanted, step by step; a step that fails says so in its condition. */
const bring = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
  applied: AppliedKonnectors,
): Promise<Round> => {
  const round = new Round();
  const kubeconfig = await usableKubeconfig(context, binding, round);
  const namespace = await prepareNamespace(context, binding, kubeconfig, round);
  if (namespace === undefined) return round;
  round.namespace = namespace;
  await round.step(types.apisBound, reasons.apisPending, () =>
    applyApis(context, binding, namespace),
  );
  await round.step(
    types.konnectorDeployed,
    conditionReasons.konnectorDeploymentFailed,
    () => applyKonnector(context, binding, namespace, applied),
  );
  return round;
};

/** Says how the round ended, also when it failed; then fails itself, so that it is repeated. */
const tell = async (
  { audit, client, now }: AppClusterContext,
  binding: AppClusterBinding,
  round: Round,
): Promise<void> => {
  await writeStatus(client, bindResources.appClusterBindings, binding, {
    conditions: appClusterStatus(binding, round.verdicts, round.absent, now()),
  });
  auditRefusals(audit, binding, round);
  if (round.failure) throw round.failure;
};

const end = async (
  context: AppClusterContext,
  binding: AppClusterBinding,
): Promise<void> => {
  const present = binding.metadata.finalizers ?? [];
  if (!present.includes(finalizer)) return;
  const round = new Round();
  await round.step(types.removed, reasons.removalFailed, () =>
    removeAppCluster(context, binding),
  );
  if (round.verdicts.length > 0 || round.failure) {
    await tell(context, binding, round);
    return;
  }
  const left = present.filter(one => one !== finalizer);
  await setFinalizers(context, binding, left);
  auditEnd(context.audit, binding);
};

/** Watches AppClusterBindings and all that is made for them; their Secrets are read on a timer. */
export const createAppClusterBindingController = (
  context: AppClusterContext,
): Controller => {
  const { caches, appClusterCaches, options } = context;
  const { appClusterBindings } = appClusterCaches;
  const applied: AppliedKonnectors = new Map();
  const checkMs = (options.checkSeconds ?? defaultCheckSeconds) * 1_000;
  const ofName = (clusterNamespace = '') =>
    appClusterBindings.byIndex(byClusterNamespace, clusterNamespace).map(keyOf);
  const ofNamespace = ({ metadata }: { metadata: { namespace?: string } }) =>
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
        key: (found, previous) => (previous ? [] : ofNamespace(found)), // heartbeats are no reason to look
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
        ctx.requeueAfter(removalCheck);
        await end(context, binding);
        return;
      }
      ctx.requeueAfter(checkMs);
      const owned = await withFinalizer(context, binding);
      await tell(context, owned, await bring(context, owned, applied));
    },
  });
};
