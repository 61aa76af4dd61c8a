/**
 * The reconcile of a synced object: plans one change from the observed state,
 * executes it, and plans again.
 */
import { parseKey, type ReconcileContext } from '@klutch/kube';
import { adopt } from './adoption/adopt';
import { findOrigin } from './adoption/findOrigin';
import type { ScanResult } from '../feedback/InitialScan';
import { applyChange } from './applyChange';
import { factsOf, observeCopy, observeObject, targetAt } from './facts';
import { isCurrent } from './isCurrent';
import { finalizeObject } from './finalizeObject';
import { detectOrphan } from './detectOrphan';
import type { SyncFacts } from './plan/model';
import { recordSyncedType } from './recordSyncedType';
import { markWaiting } from './plan/namespaceWait';
import { planSync } from './plan/planSync';
import type { Cached, Run, SyncState } from './run';
import { versionsOf } from './plan/fingerprints';

/**
 * More changes in one run mean that the server does not store what was planned;
 * the next run follows after a backoff.
 */
const maxChanges = 8;

/** @param key - of the app cluster. */
export async function reconcileObject(
  state: SyncState,
  key: string,
  context: ReconcileContext,
  scanResult: ScanResult,
): Promise<void> {
  const run: Run = {
    state,
    key,
    objectKey: parseKey(key),
    context,
    scanResult,
  };
  await readLive(run);
  for (let changes = 0; changes < maxChanges; changes += 1) {
    if (context.signal.aborted || !(await step(run))) return;
  }
  throw new Error(
    `The object and its copy are not in sync after ${maxChanges} changes.`,
  );
}

/** Reads the object live under its current schema, if requested. */
async function readLive(run: Run): Promise<void> {
  const { memories, parts } = run.state;
  if (!memories.of(run.key).readLive) return;
  run.live = await parts.consumerClient.get(
    parts.mapping.consumer,
    run.objectKey,
  );
  memories.clear(run.key, 'readLive');
}

/** True: a change was executed, so another one may follow. */
async function step(run: Run): Promise<boolean> {
  const { state, key, objectKey } = run;
  const { mapping, providers } = state.parts;
  const { cached, object } = observeObject(run);
  // A missing app cluster object never deletes its copy; only a
  // deletionTimestamp does.
  if (!object) {
    state.issueCounters.collisions.resolve(key);
    detectOrphan(run);
    return adopt(run);
  }
  state.issueCounters.orphans.resolve(key);
  state.issueCounters.refused.resolve(key);
  if (object.metadata.deletionTimestamp) {
    state.issueCounters.collisions.resolve(key);
    run.scanResult.isDecided = true;
    await finalizeObject(run, object, cached);
    return false;
  }
  const copyLocation = state.refusal() ?? mapping.locate(objectKey);
  if (copyLocation.at !== 'ready') {
    if (copyLocation.at === 'waiting') {
      markWaiting(run);
      const requeueAfterMs = await mapping.request(objectKey);
      if (requeueAfterMs !== undefined)
        run.context.requeueAfter(requeueAfterMs);
    }
    const facts = factsOf(run, object, copyLocation, undefined);
    return planAndApply(run, facts, { object: cached, copy: undefined });
  }
  if (!providers.hasSynced(copyLocation.key)) return false;
  const recorded = await recordSyncedType(run, copyLocation.key);
  if (recorded.outcome === 'recorded') return true;
  if (recorded.outcome === 'failed') {
    markWaiting(run);
    const facts = factsOf(
      run,
      object,
      { at: 'waiting', why: recorded.why },
      undefined,
    );
    return planAndApply(run, facts, { object: cached, copy: undefined });
  }
  state.memories.clear(key, 'waitingSince');
  const copy = observeCopy(run, copyLocation.key);
  const { reconciledVersions } = state.memories.of(key);
  if (reconciledVersions === versionsOf(object, copy.object)) return false;
  const known = await findOrigin(run, object, copy.object, copyLocation.key);
  const facts = factsOf(
    run,
    known,
    targetAt(run, copyLocation.key),
    copy.object,
  );
  return planAndApply(run, facts, { object: cached, copy: copy.cached });
}

async function planAndApply(
  run: Run,
  facts: SyncFacts,
  cached: Cached,
): Promise<boolean> {
  const { state, key, context } = run;
  const { change, feedback, requeueAfterMs } = planSync(facts);
  // When copies are impossible for the whole API, the binding reports it
  // instead.
  if (facts.copyLocation.at === 'ready' && feedback?.state === 'Conflict') {
    state.issueCounters.collisions.add(key);
  } else state.issueCounters.collisions.resolve(key);
  run.scanResult.isDecided = true;
  if (feedback) {
    const { state: what, message } = feedback;
    state.parts.events.report(facts.object, what, message);
  }
  if (requeueAfterMs !== undefined) context.requeueAfter(requeueAfterMs);
  if (change) {
    if ('intent' in change && !(await isCurrent(run, facts, cached))) {
      return true;
    }
    return applyChange(run, facts, change, cached);
  }
  if (requeueAfterMs === undefined && facts.copyLocation.at === 'ready') {
    state.memories.clear(key, 'statusRefused');
    state.memories.change(key, {
      reconciledVersions: versionsOf(facts.object, facts.copy),
    });
  }
  return false;
}
