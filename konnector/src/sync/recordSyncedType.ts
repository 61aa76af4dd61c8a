/** The type of an object is noted where its copy goes before there is one; what is there already is not held back by it. */
import type { ObjectKey } from '@klutch/kube';
import { isAdoptable } from '../ownership/isAdoptable';
import { refusalOf } from '../feedback/refusal';
import { observeCopy } from './facts';
import type { Run } from './run';

/** When to try again what has failed; milliseconds. */
const retryMs = 5_000;

/** What came of a note. */
export type RecordOutcome =
  /** There is nothing to note. */
  | { outcome: 'before' }
  /** It took a while, so that all has to be looked at again. */
  | { outcome: 'now' }
  /** It fails, and there is a copy already: no more of the type is there than before. */
  | { outcome: 'later' }
  /** It fails, and without it no copy may be made; `why` is a sentence for the object's owner. */
  | { outcome: 'failed'; why: string };

/**
 * @param place - of the copy.
 * @throws when there is no copy, and it may pass in a moment.
 */
export async function recordSyncedType(run: Run, place: ObjectKey): Promise<RecordOutcome> {
  const { state, objectKey, context } = run;
  const { mapping } = state.parts;
  const recording = mapping.recordSyncedType(objectKey);
  if (!recording) return { outcome: 'before' };
  try {
    await recording;
    return { outcome: 'now' };
  } catch (error) {
    const { object: copy } = observeCopy(run, place);
    if (copy && !isAdoptable(copy, mapping.marks)) {
      context.requeueAfter(retryMs);
      return { outcome: 'later' };
    }
    if (!(error instanceof Error) || !refusalOf(error, 'control plane'))
      throw error;
    context.requeueAfter(retryMs);
    return {
      outcome: 'failed',
      why: `The control plane does not let it be noted what is in the service namespace of this namespace, so nothing is made there: ${error.message}. It is tried again.`,
    };
  }
}
