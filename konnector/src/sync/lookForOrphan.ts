/** There is no object on the app cluster: is there a copy of ours all the same? */
import { seeCopy } from './facts';
import { classifyOwnership } from '../ownership/ownership';
import type { Run } from './run';

/** Notes it for the binding; nothing is written, and nothing deleted. */
export function lookForOrphan(run: Run): void {
  const { state, key, where, context } = run;
  const { mapping, pins, providers } = state.parts;
  const place = mapping.place(where);
  // It may be there all the same; all that is told is looked at again when it is known.
  if (place.at === 'ready' && !providers.known(place.key)) return;
  const copy =
    place.at === 'ready' ? seeCopy(run, place.key).object : undefined;
  const ownership = classifyOwnership(copy, { pins, marks: mapping.marks });
  const isOurs =
    ownership.owner === 'us' &&
    (ownership.how === 'marked' || ownership.how === 'reference');
  if (!copy || !isOurs || copy.metadata.deletionTimestamp) {
    state.tallies.orphans.settle(key);
    return;
  }
  const again = state.tallies.orphans.found(key);
  if (again !== undefined) context.requeueAfter(again);
}
