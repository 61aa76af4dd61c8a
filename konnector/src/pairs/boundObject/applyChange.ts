/** Executes one change, and remembers its result. */
import { isConflict, keyOf } from '@klutch/kube';
import { sendToCopy } from './facts';
import { ensureFinalizer } from './ensureFinalizer';
import { isApplied } from './plan/intent';
import type { Change, SyncFacts } from './plan/model';
import { rememberRefusal } from './rememberRefusal';
import type { Cached, ReconcileScope } from './reconcileScope';
import { specFingerprint } from './plan/fingerprints';
import { writeStatus } from './writeStatus';
import {
  isMergePatchChange,
  copyKeyOf,
  writeSyncedCopy,
  type CopyChange,
} from './writeSyncedCopy';

/** Retry delay after losing a race for the name, until the watch shows the other object; milliseconds. */
const recheckMs = 1_000;

/**
 * @returns whether to plan again. A rejection is remembered, so that the next plan reports it.
 * @throws errors that a retry may fix.
 */
export async function applyChange(
  scope: ReconcileScope,
  facts: SyncFacts,
  change: Change,
  cached: Cached,
): Promise<boolean> {
  switch (change.change) {
    case 'ensure-finalizer':
      return ensureFinalizer(scope, facts, change.patch, cached);
    case 'status':
      return writeStatus(scope, facts, change, cached);
    default:
      return reconcileCopy(scope, facts, change, cached);
  }
}

async function reconcileCopy(
  scope: ReconcileScope,
  facts: SyncFacts,
  change: CopyChange,
  cached: Cached,
): Promise<boolean> {
  const { key, context } = scope;
  const { memories, providerMutations } = scope.state;
  const { intent } = change;
  const copyObjectKey = copyKeyOf(intent);
  try {
    const written = await sendToCopy(scope, copyObjectKey, facts, cached, () =>
      writeSyncedCopy(scope, change, facts),
    );
    if (!written) {
      context.requeueAfter(recheckMs);
      return false;
    }
    memories.clear(key, 'rejected', 'refused');
    const differs = !isMergePatchChange(change) && !isApplied(intent, written);
    memories.setFingerprint(
      key,
      'storedSpecFingerprint',
      differs ? specFingerprint(intent, written) : undefined,
    );
    const copyKey = keyOf({ metadata: copyObjectKey });
    providerMutations.recordWrite(copyKey, cached.copy, written, facts.copy);
    return true;
  } catch (error) {
    if (!facts.copy && isConflict(error)) {
      context.requeueAfter(recheckMs);
      return false;
    }
    rememberRefusal(scope, facts, error, 'control plane');
    return true;
  }
}
