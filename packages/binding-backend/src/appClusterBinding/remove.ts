/**
 * Finalizes a deleted AppClusterBinding: first the objects that carry a konnector finalizer, the cluster namespace
 * last.
 */
import {
  annotations,
  appClusterNamespaceName,
  bindResources,
  finalizers,
  names,
  type AppClusterBinding,
  type NewCondition,
} from '@klutch/bind-api';
import { core, keyOf, type KubeClient, type Namespace } from '@klutch/kube';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { patchMetadata } from '../controllers/metadata';
import { deleteAll } from './applyApis';
import type { AppClusterContext } from './context';
import {
  appClusterIdentity,
  idOf,
} from '../identity/appClusterBindingIdentity';
import { isHeld, planRemoval, type RemovalStep } from './planRemoval';
import {
  appClusterConditions as types,
  appClusterReasons as reasons,
  falseCondition,
} from './conditions';

const removalPending = (reason: string, message: string) =>
  falseCondition(types.removed, reason, message, 'Info');

/** The cluster namespace, if it belongs to this AppClusterBinding. */
const ownNamespace = async (
  client: KubeClient,
  binding: AppClusterBinding,
): Promise<Namespace | undefined> => {
  const id = idOf(binding);
  const named = appClusterNamespaceName(id.namespace, id.name);
  if (!named.ok) return undefined;
  const found = await client.get(core.namespaces, { name: named.value });
  return identityOfNamespace(found) === appClusterIdentity(id)
    ? found
    : undefined;
};

type RemovalContext = Pick<AppClusterContext, 'client' | 'logger' | 'now'>;

const removeBindings = async (
  { client, logger }: RemovalContext,
  plan: Extract<RemovalStep, { step: 'bindings' }>,
): Promise<void> => {
  // The annotation is written first, because the deletion changes the resourceVersion that was read; it has no effect
  // on a binding that is not being deleted.
  if (plan.removeFinalizerFrom.length === 0) {
    for (const object of plan.annotate) {
      await patchMetadata(client, bindResources.bindings, object, {
        annotations: { [annotations.abandonAppCluster]: 'true' },
      });
    }
  }
  await deleteAll(client, bindResources.bindings, plan.delete);
  for (const object of plan.removeFinalizerFrom) {
    logger.warn(
      { binding: keyOf(object) },
      'removed the konnector finalizer of a binding, because its app cluster is marked as lost',
    );
    const left = object.metadata.finalizers ?? [];
    await patchMetadata(client, bindResources.bindings, object, {
      finalizers: left.filter(one => one !== finalizers.unbind),
    });
  }
};

/**
 * Executes one step of the deletion, on live reads: objects missed by a stale cache would be lost with the namespace.
 * @returns the condition to wait on, or undefined when nothing is left
 */
export const removeAppCluster = async (
  context: RemovalContext,
  binding: AppClusterBinding,
): Promise<NewCondition | undefined> => {
  const { client, now } = context;
  const owned = await ownNamespace(client, binding);
  if (!owned) return undefined;
  const { name: namespace = '', uid, deletionTimestamp } = owned.metadata;
  const terminating = removalPending(
    reasons.namespaceTerminating,
    `Waits until cluster namespace ${namespace} is deleted.`,
  );
  if (deletionTimestamp) return terminating;

  const bindings = await client.list(bindResources.bindings, { namespace });
  const serviceNamespaces = await client.list(bindResources.serviceNamespaces, {
    namespace,
  });
  const lease = await client.get(core.leases, {
    namespace,
    name: names.konnectorLease,
  });
  const plan = planRemoval({
    binding,
    bindings: bindings.items,
    serviceNamespaces: serviceNamespaces.items,
    konnectorRuns: isHeld(lease, now()),
  });
  if (plan.step === 'bindings') await removeBindings(context, plan);
  if (plan.step === 'service-namespaces') {
    await deleteAll(client, bindResources.serviceNamespaces, plan.delete);
  }
  if (plan.step !== 'namespace')
    return removalPending(plan.reason, plan.message);
  await client.delete(
    core.namespaces,
    { name: namespace },
    { preconditions: { uid } },
  );
  return terminating;
};
