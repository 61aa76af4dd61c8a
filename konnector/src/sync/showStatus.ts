/** The status of the copy, and what we have to say, on the object of the app cluster. */
import { fieldManagers } from '@klutch/bind-api';
import { isNotFound } from '@klutch/kube';
import { classifyRefusal } from './failures';
import type { Change, SyncFacts } from './model';
import { patchOfStatus } from './planStatus';
import type { Cached, Run } from './run';
import { statusFingerprint } from './settled';

/** Whatever is wrong with our condition must not keep the status from going down. */
const mayBeTheCondition = ({ shape, memory }: SyncFacts, error: unknown) =>
  shape.conditions !== undefined &&
  !memory.withoutCondition &&
  classifyRefusal(error).refused !== 'no';

/** @returns whether there is a next plan to make. */
export async function showStatus(
  { state, key, where }: Run,
  facts: SyncFacts,
  { patch, shows }: Extract<Change, { change: 'status' }>,
  cached: Cached,
): Promise<boolean> {
  const { consumerClient, mapping, shape } = state.parts;
  try {
    const written = await state.measures.write(key, 'status', () =>
      consumerClient.mergePatch(mapping.consumer, where, patch, {
        fieldManager: fieldManagers.status,
        // A rounded number is better than no status at all.
        inexactNumbers: true,
        ...(shape.statusSubresource && { subresource: 'status' as const }),
      }),
    );
    const differs =
      patchOfStatus({ ...facts, object: written }, shows) !== undefined;
    state.memories.change(key, { statusAt: Date.now() });
    state.memories.settle(
      key,
      'settledStatus',
      differs ? statusFingerprint(written, shows) : undefined,
    );
    state.consumerView.wrote(key, cached.object, written, facts.object);
    return true;
  } catch (error) {
    // The object went away in the meantime; there is nothing to show the status on.
    if (isNotFound(error)) return false;
    if (!mayBeTheCondition(facts, error)) throw error;
    state.memories.change(key, { withoutCondition: true });
    return true;
  }
}
