/** An object is being deleted: its copy goes first, then the object. */
import { finalizers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import type { ClusterWord } from '../feedback/ClusterWord';
import { deleteCopy } from '../deletion/deleteCopy';
import { doomedCopyOf } from '../deletion/doomedCopies';
import { conditions } from '../markers';
import { afterRefusal } from '../feedback/afterRefusal';
import { ClusterError } from '../feedback/inCluster';
import { patienceLeft, waitsFrom } from './plan/patience';
import type { Run } from './run';

/** A deletion on the control plane wakes us by its event; this is for the case that nobody may see it; milliseconds. */
const deletionCheckMs = 30_000;
/** The same right after the deletion of a copy whose place nobody watches any more. */
const unseenCheckMs = 1_000;
/** The breaker tells when held deletions may go on; this is for the case that it cannot; milliseconds. */
const heldCheckMs = 10 * 60_000;

/** One step of the deletion; the next event brings the next one. */
export async function letGo(
  run: Run,
  object: Unstructured,
  cached: Unstructured | undefined,
): Promise<void> {
  const { state, key, where, context } = run;
  const { parts, consumerView, memories } = state;
  const { uid } = object.metadata;
  if (!object.metadata.finalizers?.includes(finalizers.syncer)) return;
  // Asked before anything is read: thousands of objects may wait.
  if (parts.breaker.holds && doomedCopyOf(parts, object)) {
    hold({ state, object, context });
    return;
  }
  const outcome = await deleteCopy({
    ...parts,
    key: where,
    expectedUid: uid,
    found: copy => memories.change(key, { deletion: { object: uid, copy } }),
    write: (write, send) => state.measures.write(key, write, send),
  }).catch(error => {
    if (!(error instanceof ClusterError)) throw error;
    tellRefusal({ state, key }, object, error);
    throw error.cause;
  });
  if (outcome.done === 'delete-copy') {
    context.logger.info({}, 'deleted the copy, as the object is deleted');
  }
  if (outcome.done === 'held') {
    hold({ state, object, context });
    return;
  }
  if (outcome.done === 'wait' && outcome.why !== undefined) {
    waitForPlace(run, object, outcome.why);
    return;
  }
  memories.clear(key, 'waitingSince');
  if (outcome.done !== 'release') {
    const place = parts.mapping.place(where);
    const unseen = outcome.done === 'delete-copy' && place.at !== 'ready';
    context.requeueAfter(unseen ? unseenCheckMs : deletionCheckMs);
    return;
  }
  consumerView.wrote(key, cached, outcome.released, object);
  if (!outcome.kept) return;
  context.logger.warn({ why: outcome.kept }, 'released, the copy is kept');
  parts.events.report(
    object,
    'CopyKept',
    `The copy on the control plane is kept: ${outcome.kept}.`,
  );
}

const whyItStays: Record<ClusterWord, string> = {
  'control plane':
    'The object stays until its copy on the control plane is gone.',
  'app cluster':
    'The object stays until the finalizer of the konnector is off.',
};

/** Whoever waits for the object to go sees why it stays; it is tried again. */
function tellRefusal(
  { state, key }: Pick<Run, 'state' | 'key'>,
  object: Unstructured,
  { cluster, cause }: ClusterError,
): void {
  const { memories, parts } = state;
  const after = afterRefusal(cause, cluster, memories.of(key).refused);
  if (!after) return;
  const { why, attempts, isTold } = after;
  // The queue says when it is tried again.
  if (attempts) {
    memories.change(key, { refused: { ...attempts, until: 0, why } });
  }
  if (!isTold) return;
  parts.events.report(
    object,
    why.state,
    `${whyItStays[cluster]} ${why.message}`,
  );
}

/** Its owner is told, unless it is known in a moment what there is to delete. */
function waitForPlace(run: Run, object: Unstructured, why: string): void {
  const { state, key, context } = run;
  waitsFrom(run);
  const rest = patienceLeft(state.memories.of(key), Date.now());
  context.requeueAfter(rest > 0 ? rest : deletionCheckMs);
  if (rest > 0) return;
  state.parts.events.report(
    object,
    'WaitingForNamespace',
    `The object stays until it is known whether it has a copy on the control plane. ${why}`,
  );
}

/** The breaker holds the deletion: its owner is told, and the object waits. */
function hold({
  state: { parts },
  object,
  context,
}: Pick<Run, 'state' | 'context'> & { object: Unstructured }): void {
  parts.events.report(
    object,
    'DeletionPaused',
    `More objects of this API were deleted at once than usual. The copy on the control plane is kept until somebody approves their deletion, see the condition ${conditions.syncing} of the binding ${parts.crdName}.`,
  );
  context.requeueAfter(heldCheckMs);
}
