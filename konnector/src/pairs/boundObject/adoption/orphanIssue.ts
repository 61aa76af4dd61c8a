/** Copies of ours on the control plane without an object: reported, and neither written nor deleted. */
import type { ReconcileResult } from '../../../feedback/IssueTracker';
import { classifyOwnership } from '../../../ownership/ownership';
import { observeCopy } from '../facts';
import type { ReconcileScope } from '../reconcileScope';

/**
 * The issue of a key without an object on the app cluster. Undefined while the copy is unknown: the key is reconciled
 * again when the cache has synced.
 */
export function orphanIssue(scope: ReconcileScope): ReconcileResult['issue'] {
  const { mapping, pins, providers } = scope.state;
  const copyLocation = mapping.locate(scope.objectKey);
  if (copyLocation.at !== 'ready') return 'none';
  if (!providers.hasSynced(copyLocation.key)) return undefined;
  const { object: copy } = observeCopy(scope, copyLocation.key);
  const ownership = classifyOwnership(copy, { pins, marks: mapping.marks });
  const isOurs =
    ownership.owner === 'us' &&
    (ownership.how === 'marked' || ownership.how === 'reference');
  return copy && isOurs && !copy.metadata.deletionTimestamp
    ? { kind: 'orphans' }
    : 'none';
}
