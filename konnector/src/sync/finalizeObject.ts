/** An object is being deleted: its copy goes first, then the object. */
import { finalizers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import { deleteCopy } from '../deletion/deleteCopy';
import { pendingDeletionOf } from '../deletion/pendingDeletions';
import { conditions } from '../markers';
import { planRetry } from '../feedback/planRetry';
import { ClusterError } from '../feedback/ClusterError';
import { remainingWaitMs, markWaiting } from './plan/namespaceWait';
import type { Run } from './run';

/** A deletion on the control plane wakes us by its event; this is for the case that nobody may see it; milliseconds. */
const deletionCheckMs = 30_000;
/** The same right after the deletion of a copy whose place nobody watches any more. */
const unwatchedCheckMs = 1_000;
/** The breaker tells when held deletions may go on; this is for the case that it cannot; milliseconds. */
const pausedCheckMs = 10 * 60_000;

/** One step of the deletion; the next event brings the next one. */
export async function finalizeObject(
  run: Run,
  object: Unstructured,
  cached: Unstructured | undefined,
): Promise<void> {
  const { state, key, objectKey, context } = run;
  const { parts, consumerMutations, memories } = state;
  const { uid } = object.metadata;
  if (!object.metadata.finalizers?.includes(finalizers.syncer)) return;
  // Asked before anything is read: thousands of objects may wait.
  if (parts.breaker.isOpen && pendingDeletionOf(parts, object)) {
    reportPausedDeletion({ state, object, context });
    return;
  }
  const outcome = await deleteCopy({
    ...parts,
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
    context.logger.info({}, 'deleted the copy, as the object is deleted');
  }
  if (outcome.done === 'paused') {
    reportPausedDeletion({ state, object, context });
    return;
  }
  if (outcome.done === 'wait' && outcome.why !== undefined) {
    waitForServiceNamespace(run, object, outcome.why);
    return;
  }
  memories.clear(key, 'waitingSince');
  if (outcome.done !== 'remove-finalizer') {
    const copyLocation = parts.mapping.locate(objectKey);
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
  parts.events.report(
    object,
    'CopyKept',
    `The copy on the control plane is kept: ${outcome.kept}.`,
  );
}

const pendingDeletionMessages: Record<ClusterDisplayName, string> = {
  'control plane':
    'The object stays until its copy on the control plane is gone.',
  'app cluster':
    'The object stays until the finalizer of the konnector is off.',
};

/** Whoever waits for the object to go sees why it stays; it is tried again. */
function reportRefusal(
  { state, key }: Pick<Run, 'state' | 'key'>,
  object: Unstructured,
  { cluster, cause }: ClusterError,
): void {
  const { memories, parts } = state;
  const retryPlan = planRetry(cause, cluster, memories.of(key).refused);
  if (!retryPlan) return;
  const { refusal, backoff, isReported } = retryPlan;
  // The queue says when it is tried again.
  if (backoff) {
    memories.change(key, { refused: { ...backoff, retryAt: 0, why: refusal } });
  }
  if (!isReported) return;
  parts.events.report(
    object,
    refusal.state,
    `${pendingDeletionMessages[cluster]} ${refusal.message}`,
  );
}

/** Its owner is told, unless it is known in a moment what there is to delete. */
function waitForServiceNamespace(
  run: Run,
  object: Unstructured,
  why: string,
): void {
  const { state, key, context } = run;
  markWaiting(run);
  const remainingMs = remainingWaitMs(state.memories.of(key), Date.now());
  context.requeueAfter(remainingMs > 0 ? remainingMs : deletionCheckMs);
  if (remainingMs > 0) return;
  state.parts.events.report(
    object,
    'WaitingForNamespace',
    `The object stays until it is known whether it has a copy on the control plane. ${why}`,
  );
}

/** The breaker holds the deletion: its owner is told, and the object waits. */
function reportPausedDeletion({
  state: { parts },
  object,
  context,
}: Pick<Run, 'state' | 'context'> & { object: Unstructured }): void {
  parts.events.report(
    object,
    'DeletionPaused',
    `More objects of this API were deleted at once than usual. The copy on the control plane is kept until somebody approves their deletion, see the condition ${conditions.syncing} of the binding ${parts.crdName}.`,
  );
  context.requeueAfter(pausedCheckMs);
}
