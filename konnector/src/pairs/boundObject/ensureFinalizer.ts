/** Sets finalizer and marker before anything else, so that the object cannot be deleted unseen. */
import { fieldManagers } from '@klutch/bind-api';
import { isNotFound } from '@klutch/kube';
import { sendToObject } from './facts';
import type { SyncFacts } from './plan/model';
import { rememberRefusal } from './rememberRefusal';
import type { Cached, ReconcileScope } from './reconcileScope';

/** @returns whether to plan again. */
export async function ensureFinalizer(
  scope: ReconcileScope,
  facts: SyncFacts,
  patch: object,
  cached: Cached,
): Promise<boolean> {
  const { state, key, objectKey } = scope;
  const { consumerClient, mapping } = state.parts;
  try {
    const written = await sendToObject(scope, facts, cached, () =>
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
    rememberRefusal(scope, facts, error, 'app cluster');
    return true;
  }
}
