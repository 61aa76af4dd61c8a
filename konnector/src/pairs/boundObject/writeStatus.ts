/** Writes the copy's status and our condition to the app cluster object. */
import { fieldManagers } from '@klutch/bind-api';
import { isNotFound } from '@klutch/kube';
import type { Feedback } from '../../feedback/objectCondition';
import { nextTimedBackoff } from '../../feedback/backoff';
import { refusalOf, type Refusal } from '../../feedback/refusal';
import { sendToObject } from './facts';
import type { Change, SyncFacts } from './plan/model';
import { patchOfStatus } from './plan/planStatus';
import type { Cached, ReconcileScope } from './reconcileScope';
import { statusFingerprint } from './plan/fingerprints';

/** A problem with our condition must not prevent the status from being synced. */
const mayBeCausedByCondition = (
  { shape, memory }: SyncFacts,
  refusal: Refusal | undefined,
) =>
  shape.conditions !== undefined &&
  !memory.withoutCondition &&
  refusal !== undefined &&
  refusal.state !== 'Failing';

/**
 * @returns whether to plan again.
 * @throws errors when an immediate retry makes sense.
 */
export async function writeStatus(
  scope: ReconcileScope,
  facts: SyncFacts,
  { patch, desired }: Extract<Change, { change: 'status' }>,
  cached: Cached,
): Promise<boolean> {
  const { state, key, objectKey } = scope;
  const { consumerClient, mapping, shape } = state.parts;
  try {
    const written = await sendToObject(scope, facts, cached, () =>
      state.syncMetrics.write(key, 'status', () =>
        consumerClient.mergePatch(mapping.consumer, objectKey, patch, {
          fieldManager: fieldManagers.status,
          // A rounded number is better than no status at all.
          inexactNumbers: true,
          ...(shape.statusSubresource && { subresource: 'status' as const }),
        }),
      ),
    );
    const differs =
      patchOfStatus({ ...facts, object: written }, desired) !== undefined;
    state.memories.change(key, { statusWrittenAt: Date.now() });
    state.memories.clear(key, 'statusRefused');
    state.memories.setFingerprint(
      key,
      'storedStatusFingerprint',
      differs ? statusFingerprint(written, desired) : undefined,
    );
    state.consumerMutations.recordWrite(
      key,
      cached.object,
      written,
      facts.object,
    );
    return true;
  } catch (error) {
    // The object was deleted in the meantime.
    if (isNotFound(error)) return false;
    const refusal = refusalOf(error, 'app cluster');
    if (mayBeCausedByCondition(facts, refusal)) {
      state.memories.change(key, { withoutCondition: true });
      return true;
    }
    if (!refusal) throw error;
    scope.context.logger.warn(
      { err: error },
      'the status was rejected or failed',
    );
    rememberStatusRefusal(scope, refusal);
    return true;
  }
}

function rememberStatusRefusal(
  { state: { memories }, key }: ReconcileScope,
  { state, message }: Refusal,
): void {
  const backoff = nextTimedBackoff(memories.of(key).statusRefused, Date.now());
  const why: Feedback = {
    state,
    message: `The status on the control plane cannot be written to this object. ${message}`,
  };
  memories.change(key, { statusRefused: { ...backoff, why } });
  // The rejection was not caused by our condition.
  memories.clear(key, 'withoutCondition');
}
