/** The status of the copy, and what we have to say, on the object of the app cluster. */
import { fieldManagers } from '@klutch/bind-api';
import { isNotFound } from '@klutch/kube';
import type { Feedback } from '../feedback/objectCondition';
import { classifyRefusal, refusalWaitMs, whyRefused } from './failures';
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
  run: Run,
  facts: SyncFacts,
  { patch, shows }: Extract<Change, { change: 'status' }>,
  cached: Cached,
): Promise<boolean> {
  const { state, key, where } = run;
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
    state.memories.clear(key, 'statusRefused');
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
    if (mayBeTheCondition(facts, error)) {
      state.memories.change(key, { withoutCondition: true });
    } else rememberRefused(run, error);
    return true;
  }
}

/** @throws the error, when it is worth repeating at once. */
function rememberRefused(
  { state: { memories }, key, context }: Run,
  error: unknown,
): void {
  const found = whyRefused(error, 'app cluster');
  if (!found) throw error;
  context.logger.warn({ err: error }, 'the status is refused, or fails');
  const attempts = (memories.of(key).statusRefused?.attempts ?? 0) + 1;
  const until = Date.now() + refusalWaitMs(attempts);
  const why: Feedback = {
    state: found.state,
    message: `The status on the control plane cannot be shown on this object. ${found.message}`,
  };
  memories.change(key, { statusRefused: { attempts, why, until } });
  // It was not for our condition.
  memories.clear(key, 'withoutCondition');
}
