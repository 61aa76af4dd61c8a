/** Executes the plan for the APIs of an AppClusterBinding. */
import {
  bindResources,
  fieldManagers,
  type AppClusterBinding,
} from '@klutch/bind-api';
import {
  createIfAbsent,
  keyOf,
  parseKey,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { byNamespace } from '../controllers/caches';
import { planApis, type ApisPlan } from './planApis';
import type { AppClusterContext } from './context';
import {
  appClusterConditions as types,
  appClusterReasons as reasons,
  falseCondition,
  trueCondition,
  type StepResult,
} from './conditions';

const createAll = async <T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
  objects: readonly T[],
): Promise<void> => {
  for (const object of objects) {
    // The object may exist: another replica created it, or the cache is stale.
    await createIfAbsent(client, resource, object);
  }
};

/** Deletes exactly these objects, by UID; newer objects of the same names are kept. */
export const deleteAll = async <T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
  objects: readonly T[],
): Promise<void> => {
  for (const object of objects) {
    const { uid } = object.metadata;
    await client.delete(resource, parseKey(keyOf(object)), {
      preconditions: { uid },
    });
  }
};

const executePlan = async (
  client: KubeClient,
  plan: ApisPlan,
): Promise<void> => {
  await deleteAll(client, bindResources.bindings, plan.deleteBindings);
  await deleteAll(client, bindResources.requests, plan.deleteRequests);
  await deleteAll(client, bindResources.exports, plan.deleteExports);
  await createAll(client, bindResources.requests, plan.createRequests);
  await createAll(client, bindResources.bindings, plan.createBindings);
  for (const { binding, patch } of plan.changeBindings) {
    const { uid, resourceVersion } = binding.metadata;
    const { metadata = {}, ...rest }: { metadata?: object } = patch;
    await client.mergePatch(
      bindResources.bindings,
      parseKey(keyOf(binding)),
      { ...rest, metadata: { ...metadata, uid, resourceVersion } },
      { fieldManager: fieldManagers.backend },
    );
  }
};

/**
 * Reconciles requests, exports and bindings with `spec.apiExports`; returns what is still pending as condition message.
 */
export const applyApis = async (
  { audience, client, caches, appClusterCaches }: AppClusterContext,
  binding: AppClusterBinding,
  namespace: string,
): Promise<StepResult> => {
  const plan = planApis({
    binding,
    namespace,
    templates: caches.templates.list(),
    audience,
    exports: caches.exports.byIndex(byNamespace, namespace),
    requests: caches.requests.byIndex(byNamespace, namespace),
    bindings: appClusterCaches.bindings.byIndex(byNamespace, namespace),
  });
  await executePlan(client, plan);
  const type = types.apisBound;
  if (plan.pending.length === 0)
    return trueCondition(type, plan.notes.join('\n'));
  const message = [...plan.pending, ...plan.notes].join('\n');
  return {
    ...falseCondition(type, reasons.apisPending, message, 'Warning'),
    refusals: plan.refused,
  };
};
