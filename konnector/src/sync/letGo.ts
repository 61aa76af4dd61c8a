/** An object is being deleted: its copy goes first, then the object. */
import { finalizers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { deleteCopy } from '../deletion/deleteCopy';
import type { Run } from './run';

/** A deletion on the control plane wakes us by its event; this is for the case that nobody may see it; milliseconds. */
const deletionCheckMs = 30_000;

/** One step of the deletion; the next event brings the next one. */
export async function letGo(
  { state, key, where, context }: Run,
  object: Unstructured,
  cached: Unstructured | undefined,
): Promise<void> {
  const { parts, consumerView } = state;
  if (!object.metadata.finalizers?.includes(finalizers.syncer)) return;
  const outcome = await deleteCopy({
    ...parts,
    key: where,
    expectedUid: object.metadata.uid,
  });
  if (outcome.done === 'delete-copy') {
    context.logger.info({}, 'deleted the copy, as the object is deleted');
  }
  if (outcome.done !== 'release') {
    context.requeueAfter(deletionCheckMs);
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
