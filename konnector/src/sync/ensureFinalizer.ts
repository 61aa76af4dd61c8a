/**
 * Sets finalizer and marker before anything else, so that the object cannot be
 * deleted unseen.
 */
import { fieldManagers } from '@klutch/bind-api';
import { isNotFound } from '@klutch/kube';
import { sendToObject } from './facts';
import type { SyncFacts } from './plan/model';
import { rememberRefusal } from './rememberRefusal';
import type { Cached, Run } from './run';

/** @returns whether to plan again. */
export async function ensureFinalizer(
  run: Run,
  facts: SyncFacts,
  patch: object,
  cached: Cached,
): Promise<boolean> {
  const { state, key, objectKey } = run;
  const { consumerClient, mapping } = state.parts;
  try {
    const written = await sendToObject(run, facts, cached, () =>
      state.syncMetrics.write(key, 'ensure-finalizer', () =>
        consumerClient.mergePatch(mapping.consumer, objectKey, patch, {
          fieldManager: fieldManagers.marker,
        }),
      ),
    );
    state.memories.clear(key, 'rejected', 'refused');
    state.consumerMutations.recordWrite(
      key,
      cached.object,
      written,
      facts.object,
    );
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    rememberRefusal(run, facts, error, 'app cluster');
    return true;
  }
}
