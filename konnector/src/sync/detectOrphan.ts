/** There is no object on the app cluster: is there a copy of ours all the same? */
import { observeCopy } from './facts';
import { classifyOwnership } from '../ownership/ownership';
import type { Run } from './run';

/** Notes it for the binding; nothing is written, and nothing deleted. */
export function detectOrphan(run: Run): void {
  const { state, key, objectKey, context } = run;
  const { mapping, pins, providers } = state.parts;
  const copyLocation = mapping.locate(objectKey);
  // It may be there all the same; all that is told is looked at again when it is known.
  if (copyLocation.at === 'ready' && !providers.hasSynced(copyLocation.key))
    return;
  const copy =
    copyLocation.at === 'ready'
      ? observeCopy(run, copyLocation.key).object
      : undefined;
  const ownership = classifyOwnership(copy, { pins, marks: mapping.marks });
  const isOurs =
    ownership.owner === 'us' &&
    (ownership.how === 'marked' || ownership.how === 'reference');
  if (!copy || !isOurs || copy.metadata.deletionTimestamp) {
    state.issueCounters.orphans.resolve(key);
    return;
  }
  const requeueAfterMs = state.issueCounters.orphans.add(key);
  if (requeueAfterMs !== undefined) context.requeueAfter(requeueAfterMs);
}
