/** An object is being deleted: its copy goes first, then the object. */
import { finalizers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { deleteCopy } from '../deletion/deleteCopy';
import { doomedCopyOf } from '../deletion/doomedCopies';
import { conditions } from '../markers';
import { classifyRefusal } from './failures';
import type { Run } from './run';

/** A deletion on the control plane wakes us by its event; this is for the case that nobody may see it; milliseconds. */
const deletionCheckMs = 30_000;
/** The breaker tells when held deletions may go on; this is for the case that it cannot; milliseconds. */
const heldCheckMs = 10 * 60_000;

/** One step of the deletion; the next event brings the next one. */
export async function letGo(
  { state, key, where, context }: Run,
  object: Unstructured,
  cached: Unstructured | undefined,
): Promise<void> {
  const { parts, consumerView } = state;
  if (!object.metadata.finalizers?.includes(finalizers.syncer)) return;
  // Asked before anything is read: thousands of objects may wait.
  if (parts.breaker.holds && doomedCopyOf(parts, object)) {
    hold({ state, object, context });
    return;
  }
  const outcome = await deleteCopy({
    ...parts,
    key: where,
    expectedUid: object.metadata.uid,
  }).catch(error => {
    tellRefusal(parts, object, error);
    throw error;
  });
  if (outcome.done === 'delete-copy') {
    state.measures.wrote(key, 'delete-copy');
    context.logger.info({}, 'deleted the copy, as the object is deleted');
  }
  if (outcome.done === 'held') {
    hold({ state, object, context });
    return;
  }
  if (outcome.done !== 'release') {
    context.requeueAfter(deletionCheckMs);
    return;
  }
  state.measures.wrote(key, 'release');
  consumerView.wrote(key, cached, outcome.released, object);
  if (!outcome.kept) return;
  context.logger.warn({ why: outcome.kept }, 'released, the copy is kept');
  parts.events.report(
    object,
    'CopyKept',
    `The copy on the control plane is kept: ${outcome.kept}.`,
  );
}

/** Whoever waits for the object to go sees why it stays; it is tried again. */
function tellRefusal(
  { events }: Run['state']['parts'],
  object: Unstructured,
  error: unknown,
): void {
  const refusal = classifyRefusal(error);
  if (refusal.refused === 'no') return;
  events.report(
    object,
    refusal.refused === 'forbidden' ? 'Forbidden' : 'Rejected',
    `The object stays until its copy on the control plane is gone. ${refusal.message}`,
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
