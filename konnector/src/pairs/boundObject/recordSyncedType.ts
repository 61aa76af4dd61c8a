/**
 * Records the type of an object on its APIServiceNamespace before the first
 * copy is created. Existing copies are synced even if recording fails.
 */
import type { ObjectKey } from '@klutch/kube';
import { isAdoptable } from '../../ownership/ownership';
import { refusalOf } from '../../feedback/refusal';
import { observeCopy } from './facts';
import type { ReconcileScope } from './reconcileScope';

/** Retry delay after a failure; milliseconds. */
const retryMs = 5_000;

/** Result of recording a type. */
export type RecordOutcome =
  /** Nothing to record. */
  | { outcome: 'unchanged' }
  /** Recorded after an asynchronous write, so all facts must be read again. */
  | { outcome: 'recorded' }
  /** Recording failed, but a copy exists already, so the type is not new in the namespace. */
  | { outcome: 'postponed' }
  /** Recording failed, so no copy may be created; `why` is a sentence for the object's owner. */
  | { outcome: 'failed'; why: string };

/**
 * @param copyKey - key of the copy.
 * @throws a transient error, when there is no copy.
 */
export async function recordSyncedType(
  scope: ReconcileScope,
  copyKey: ObjectKey,
): Promise<RecordOutcome> {
  const { state, objectKey, context } = scope;
  const { mapping } = state;
  const recording = mapping.recordSyncedType(objectKey);
  if (!recording) return { outcome: 'unchanged' };
  try {
    await recording;
    return { outcome: 'recorded' };
  } catch (error) {
    const { object: copy } = observeCopy(scope, copyKey);
    if (copy && !isAdoptable(copy, mapping.marks)) {
      context.requeueAfter(retryMs);
      return { outcome: 'postponed' };
    }
    if (!(error instanceof Error) || !refusalOf(error, 'control plane'))
      throw error;
    context.requeueAfter(retryMs);
    return {
      outcome: 'failed',
      why: `The control plane does not allow recording the types in the service namespace of this namespace, so no copies are created there: ${error.message}. The write is retried.`,
    };
  }
}
