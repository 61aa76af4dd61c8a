/** Carries out one change, and remembers what came of it. */
import { isConflict, keyOf } from '@klutch/kube';
import { sendToCopy } from './facts';
import { holdObject } from './holdObject';
import { isApplied } from './plan/intent';
import type { Change, SyncFacts } from './plan/model';
import { rememberRefusal } from './rememberRefusal';
import type { Cached, Run } from './run';
import { specFingerprint } from './plan/settled';
import { showStatus } from './showStatus';
import {
  isOneMergePatch,
  placeOf,
  writeCopy,
  type CopyChange,
} from './writeCopy';

/** When somebody else was faster with the name: how long until the watch shows it; milliseconds. */
const lookAgainMs = 1_000;

/**
 * @returns whether there is a next plan to make. A refusal that waits for somebody is remembered, so that the next plan
 * says so.
 * @throws what is worth repeating.
 */
export async function applyChange(
  run: Run,
  facts: SyncFacts,
  change: Change,
  cached: Cached,
): Promise<boolean> {
  switch (change.change) {
    case 'hold':
      return holdObject(run, facts, change.patch, cached);
    case 'status':
      return showStatus(run, facts, change, cached);
    default:
      return bringUp(run, facts, change, cached);
  }
}

async function bringUp(
  run: Run,
  facts: SyncFacts,
  change: CopyChange,
  cached: Cached,
): Promise<boolean> {
  const { key, context } = run;
  const { memories, providerView } = run.state;
  const { intent } = change;
  const place = placeOf(intent);
  try {
    const written = await sendToCopy(run, place, facts, cached, () =>
      writeCopy(run, change, facts),
    );
    if (!written) {
      context.requeueAfter(lookAgainMs);
      return false;
    }
    memories.clear(key, 'rejected', 'refused');
    const differs = !isOneMergePatch(change) && !isApplied(intent, written);
    memories.settle(
      key,
      'settledSpec',
      differs ? specFingerprint(intent, written) : undefined,
    );
    const copyKey = keyOf({ metadata: place });
    providerView.wrote(copyKey, cached.copy, written, facts.copy);
    return true;
  } catch (error) {
    if (!facts.copy && isConflict(error)) {
      context.requeueAfter(lookAgainMs);
      return false;
    }
    rememberRefusal(run, facts, error, 'control plane');
    return true;
  }
}
