/** Handles an object that is being deleted: its copy is deleted first, then the finalizer removed. */
import { finalizers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import type { ClusterDisplayName } from '../../feedback/ClusterDisplayName';
import { deleteCopy } from '../../deletion/deleteCopy';
import { pendingDeletionOf } from '../../deletion/pendingDeletions';
import { conditions } from '../../markers';
import { planRetry } from '../../feedback/planRetry';
import { ClusterError } from '../../feedback/ClusterError';
import { startWaiting } from './memory/objectMemory';
import { remainingWaitMs } from './plan/planSync';
import type { ReconcileScope } from './reconcileScope';

/** Fallback when the deletion on the control plane causes no event; milliseconds. */
const deletionCheckMs = 30_000;
/** Delay after deleting a copy at a location that is no longer watched; milliseconds. */
const unwatchedCheckMs = 1_000;
/** Fallback when the breaker does not call back after a pause; milliseconds. */
const pausedCheckMs = 10 * 60_000;

/** One step of the deletion; the next event triggers the next step. */
export async function finalizeObject(
  scope: ReconcileScope,
  object: Unstructured,
  cached: Unstructured | undefined,
): Promise<void> {
  const { state, key, objectKey, context } = scope;
  const { consumerMutations, memories } = state;
  const { uid } = object.metadata;
  if (!object.metadata.finalizers?.includes(finalizers.syncer)) return;
  // Checked before any read: thousands of objects may wait.
  if (state.breaker.isOpen && pendingDeletionOf(state, object)) {
    reportPausedDeletion({ state, object, context });
    return;
  }
  const outcome = await deleteCopy({
    ...state,
    key: objectKey,
    expectedUid: uid,
    onPendingDeletion: copy =>
      memories.change(key, { deletion: { object: uid, copy } }),
    write: (write, send) => state.syncMetrics.write(key, write, send),
  }).catch(error => {
    if (!(error instanceof ClusterError)) throw error;
    reportRefusal({ state, key }, object, error);
    throw error.cause;
  });
  if (outcome.done === 'delete-copy') {
    context.logger.info({}, 'deleted the copy, as the object is being deleted');
  }
  if (outcome.done === 'paused') {
    reportPausedDeletion({ state, object, context });
    return;
  }
  if (outcome.done === 'wait' && outcome.why !== undefined) {
    waitForServiceNamespace(scope, object, outcome.why);
    return;
  }
  memories.clear(key, 'waitingSince');
  if (outcome.done !== 'remove-finalizer') {
    const copyLocation = state.mapping.locate(objectKey);
    const isUnwatched =
      outcome.done === 'delete-copy' && copyLocation.at !== 'ready';
    context.requeueAfter(isUnwatched ? unwatchedCheckMs : deletionCheckMs);
    return;
  }
  consumerMutations.recordWrite(key, cached, outcome.finalized, object);
  if (!outcome.kept) return;
  context.logger.warn(
    { why: outcome.kept },
    'removed the finalizer, the copy is kept',
  );
  state.events.report(
    object,
    'CopyKept',
    `The copy on the control plane is kept: ${outcome.kept}.`,
  );
}

const pendingDeletionMessages: Record<ClusterDisplayName, string> = {
  'control plane':
    'The object stays until its copy on the control plane is deleted.',
  'app cluster': "The object stays until the konnector's finalizer is removed.",
};

/** Reports why a deletion does not progress; the deletion is retried. */
function reportRefusal(
  { state, key }: Pick<ReconcileScope, 'state' | 'key'>,
  object: Unstructured,
  { cluster, cause }: ClusterError,
): void {
  const { memories, events } = state;
  const retryPlan = planRetry(cause, cluster, memories.of(key).refused);
  if (!retryPlan) return;
  const { refusal, backoff, isReported } = retryPlan;
  // The queue's backoff decides about the retry.
  if (backoff) {
    memories.change(key, { refused: { ...backoff, retryAt: 0, why: refusal } });
  }
  if (!isReported) return;
  events.report(
    object,
    refusal.state,
    `${pendingDeletionMessages[cluster]} ${refusal.message}`,
  );
}

/** Reports the wait as an Event, once it exceeds the usual preparation time. */
function waitForServiceNamespace(
  scope: ReconcileScope,
  object: Unstructured,
  why: string,
): void {
  const { state, key, context } = scope;
  startWaiting(state.memories, key);
  const remainingMs = remainingWaitMs(state.memories.of(key), Date.now());
  context.requeueAfter(remainingMs > 0 ? remainingMs : deletionCheckMs);
  if (remainingMs > 0) return;
  state.events.report(
    object,
    'WaitingForNamespace',
    `The object stays until it is known whether it has a copy on the control plane. ${why}`,
  );
}

function reportPausedDeletion({
  state: { events, crdName },
  object,
  context,
}: Pick<ReconcileScope, 'state' | 'context'> & { object: Unstructured }): void {
  events.report(
    object,
    'DeletionPaused',
    `More objects of this API were deleted at once than usual. The copy on the control plane is kept until an operator approves the deletions, see the condition ${conditions.syncing} of the binding ${crdName}.`,
  );
  context.requeueAfter(pausedCheckMs);
}
