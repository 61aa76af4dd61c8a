/** Creates the app cluster object for an object that was created directly on the control plane. */
import { fieldManagers } from '@klutch/bind-api';
import {
  isAlreadyExists,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import { planRetry, type RetryPlan } from '../../../feedback/planRetry';
import {
  isTargetMissing,
  missingCheckMs,
} from '../../../feedback/isTargetMissing';
import { isNamespaceMissing } from '../../../namespaces/appClusterNamespaces';
import { observeCopy } from '../facts';
import type { ReconcileScope } from '../reconcileScope';
import { isAdoptable } from '../../../ownership/isAdoptable';
import { planAdoption } from './planAdoption';

/** Retry delay after AlreadyExists, until the watch shows the other object; milliseconds. */
const recheckMs = 1_000;

/**
 * For keys without an object on the app cluster. Never relies on a cache alone:
 * a copy deleted a moment ago must not come back as an object.
 * @returns true when there is an object now.
 */
export async function adopt(scope: ReconcileScope): Promise<boolean> {
  const { state, key, objectKey, context } = scope;
  const { mapping, providers, consumerClient } = state;
  const { adoptionBackoff } = state.memories.of(key);
  state.memories.forget(key);
  const copyLocation = mapping.locate(objectKey);
  if (copyLocation.at === 'ready' && !providers.hasSynced(copyLocation.key))
    return false;
  // A namespace created later enqueues the key again.
  const isPossible =
    copyLocation.at === 'ready' &&
    !isNamespaceMissing(state.namespaces, objectKey);
  const live = isPossible
    ? await readOrigin(scope, copyLocation.key)
    : undefined;
  if (!live) {
    state.issueCounters.refused.resolve(key);
    return false;
  }

  const desired = planAdoption(live, mapping.consumer, objectKey);
  try {
    const created = await state.syncMetrics.write(key, 'adopt', () =>
      consumerClient.create(mapping.consumer, desired, {
        fieldManager: fieldManagers.marker,
      }),
    );
    state.consumerMutations.recordWrite(key, state.consumers.get(key), created);
    context.logger.info(
      { copyLocation: keyOf(live) },
      'adopted an object of the control plane',
    );
    return true;
  } catch (error) {
    if (isAlreadyExists(error)) {
      context.requeueAfter(recheckMs);
      return false;
    }
    if (isTargetMissing(error, 'app cluster')) {
      state.issueCounters.refused.resolve(key);
      context.requeueAfter(missingCheckMs);
      return false;
    }
    const retry = planRetry(error, 'app cluster', adoptionBackoff);
    if (!retry) throw error;
    context.logger.warn(
      { err: error, copyLocation: keyOf(live) },
      'an object of the control plane could not be created on the app cluster',
    );
    scheduleRetry(scope, retry);
    return false;
  }
}

/** The live object to adopt; undefined: none. */
async function readOrigin(
  scope: ReconcileScope,
  copyKey: ObjectKey,
): Promise<Unstructured | undefined> {
  const { mapping, providerClient } = scope.state;
  const { object: cached } = observeCopy(scope, copyKey);
  if (!cached || !isAdoptable(cached, mapping.marks)) return undefined;
  const live = await providerClient.get(mapping.provider, copyKey);
  return live && isAdoptable(live, mapping.marks) ? live : undefined;
}

/** Schedules a retry; a persistent problem is reported on the binding, as there is no object for an Event. */
function scheduleRetry(
  { state, key, context, scanResult }: ReconcileScope,
  { refusal, backoff, requeueAfterMs, isReported }: RetryPlan,
): void {
  context.requeueAfter(requeueAfterMs);
  if (backoff) state.memories.change(key, { adoptionBackoff: backoff });
  if (!isReported) {
    scanResult.problem = refusal.message;
    return;
  }
  state.issueCounters.refused.add(
    key,
    `The object exists on the control plane and cannot be created on the app cluster. ${refusal.message}`,
  );
}
