/** The type of an object is noted where its copy goes before there is one; what is there already is not held back by it. */
import type { ObjectKey } from '@klutch/kube';
import { isAdoptable } from '../ownership/isAdoptable';
import { refusalOf } from '../feedback/refusal';
import { seeCopy } from './facts';
import type { Run } from './run';

/** When to try again what has failed; milliseconds. */
const tryAgainMs = 5_000;

/** What came of a note. */
export type Noted =
  /** There is nothing to note. */
  | { noted: 'before' }
  /** It took a while, so that all has to be looked at again. */
  | { noted: 'now' }
  /** It fails, and there is a copy already: no more of the type is there than before. */
  | { noted: 'later' }
  /** It fails, and without it no copy may be made; `why` is a sentence for the object's owner. */
  | { noted: 'failed'; why: string };

/**
 * @param place - of the copy.
 * @throws when there is no copy, and it may pass in a moment.
 */
export async function noteType(run: Run, place: ObjectKey): Promise<Noted> {
  const { state, where, context } = run;
  const { mapping } = state.parts;
  const noting = mapping.note(where);
  if (!noting) return { noted: 'before' };
  try {
    await noting;
    return { noted: 'now' };
  } catch (error) {
    const { object: copy } = seeCopy(run, place);
    if (copy && !isAdoptable(copy, mapping.marks)) {
      context.requeueAfter(tryAgainMs);
      return { noted: 'later' };
    }
    if (!(error instanceof Error) || !refusalOf(error, 'control plane'))
      throw error;
    context.requeueAfter(tryAgainMs);
    return {
      noted: 'failed',
      why: `The control plane does not let it be noted what is in the service namespace of this namespace, so nothing is made there: ${error.message}. It is tried again.`,
    };
  }
}
