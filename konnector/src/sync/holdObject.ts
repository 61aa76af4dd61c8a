/** Finalizer and marker first: from then on the object cannot vanish without us. */
import { fieldManagers } from '@klutch/bind-api';
import { isForbidden, isNotFound } from '@klutch/kube';
import { tellForbiddenFrom } from './failures';
import type { SyncFacts } from './model';
import type { Cached, Run } from './run';

/** How often a missing right on the app cluster is tried again; milliseconds. */
const forbiddenCheckMs = 60_000;

/** @returns whether there is a next plan to make. */
export async function holdObject(
  { state, key, where }: Run,
  { object }: SyncFacts,
  patch: object,
  cached: Cached,
): Promise<boolean> {
  const { consumerClient, mapping } = state.parts;
  try {
    const written = await state.measures.write(key, 'hold', () =>
      consumerClient.mergePatch(mapping.consumer, where, patch, {
        fieldManager: fieldManagers.marker,
      }),
    );
    state.memories.clear(key, 'forbidden');
    state.consumerView.wrote(key, cached.object, written, object);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    if (!isForbidden(error)) throw error;
    state.memories.change(key, {
      forbidden: {
        attempts: tellForbiddenFrom,
        message: `The konnector may not change this object on the app cluster: ${error.message}`,
        until: Date.now() + forbiddenCheckMs,
      },
    });
    return true;
  }
}
