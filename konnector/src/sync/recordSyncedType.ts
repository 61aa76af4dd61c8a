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
  | { outcome: 'unchanged' }
  /** It took a while, so that all has to be looked at again. */
  | { outcome: 'recorded' }
  /** It fails, and there is a copy already: no more of the type is there than before. */
  | { outcome: 'postponed' }
  /** It fails, and without it no copy may be made; `why` is a sentence for the object's owner. */
  | { outcome: 'failed'; why: string };

/**
 * @param copyKey - of the copy.
 * @throws when there is no copy, and it may pass in a moment.
 */
export async function recordSyncedType(
  run: Run,
  copyKey: ObjectKey,
): Promise<RecordOutcome> {
  const { state, objectKey, context } = run;
  const { mapping } = state.parts;
  const recording = mapping.recordSyncedType(objectKey);
  if (!recording) return { outcome: 'unchanged' };
  try {
    await recording;
    return { outcome: 'recorded' };
  } catch (error) {
    const { object: copy } = observeCopy(run, copyKey);
    if (copy && !isAdoptable(copy, mapping.marks)) {
      context.requeueAfter(retryMs);
      return { outcome: 'postponed' };
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
