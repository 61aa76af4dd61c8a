/** Detects a copy of ours without an object on the app cluster. */
import { observeCopy } from './facts';
import { classifyOwnership } from '../../ownership/ownership';
import type { ReconcileScope } from './reconcileScope';

/** Records the orphan for the binding's condition; writes and deletes nothing. */
export function detectOrphan(scope: ReconcileScope): void {
  const { state, key, objectKey, context } = scope;
  const { mapping, pins, providers } = state;
  const copyLocation = mapping.locate(objectKey);
  // The copy may still exist; the key is scanned again when the cache has
  // synced.
  if (copyLocation.at === 'ready' && !providers.hasSynced(copyLocation.key))
    return;
  const copy =
    copyLocation.at === 'ready'
      ? observeCopy(scope, copyLocation.key).object
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
