/** The reconcile of a synced object: plans one change from the observed state, executes it, and plans again. */
import {
  parseKey,
  type ObjectKey,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import { adopt, findOrigin } from './adoption/adopt';
import { orphanIssue } from './adoption/orphanIssue';
import type { ReconcileResult } from '../../feedback/IssueTracker';
import { applyChange, type Attempt } from './apply';
import {
  factsOf,
  observeCopy,
  observeObject,
  targetAt,
  type ObservedObject,
} from './facts';
import { refusalOf } from '../../feedback/refusal';
import { isAdoptable } from '../../ownership/ownership';
import { finalizeObject } from './finalizeObject';
import { startWaiting } from './memory/objectMemory';
import type { SyncFacts } from './plan/model';
import { planSync } from './plan/planSync';
import type { ReconcileScope, SyncState } from './reconcileScope';

/**
 * More changes in one reconcile mean that the server does not store what was planned;
 * the next reconcile follows after a backoff.
 */
const maxChanges = 8;
/** Retry delay after the type of an object could not be recorded; milliseconds. */
const recordRetryMs = 5_000;

/** Identifies the versions of object and copy, to detect changes. */
const pairVersions = (
  object: Unstructured,
  copy: Unstructured | undefined,
): string =>
  `${object.metadata.resourceVersion}/${copy?.metadata.resourceVersion ?? ''}`;

/** @param key - of the app cluster. */
export async function reconcileObject(
  state: SyncState,
  key: string,
  context: ReconcileContext,
  result: ReconcileResult,
): Promise<void> {
  const scope: ReconcileScope = {
    state,
    key,
    objectKey: parseKey(key),
    context,
    result,
  };
  await readLive(scope);
  for (let changes = 0; changes < maxChanges; changes += 1) {
    if (context.signal.aborted || !(await step(scope))) return;
  }
  throw new Error(
    `The object and its copy are not in sync after ${maxChanges} changes.`,
  );
}

/** Reads the object live under its current schema, if requested. */
async function readLive(scope: ReconcileScope): Promise<void> {
  const { memories, consumerClient, mapping } = scope.state;
  if (!memories.of(scope.key).readLive) return;
  scope.live = await consumerClient.get(mapping.consumer, scope.objectKey);
  memories.clear(scope.key, 'readLive');
}

/** True: a change was executed, so another one may follow. */
async function step(scope: ReconcileScope): Promise<boolean> {
  const { state, key, objectKey, result } = scope;
  const { mapping, providers } = state;
  const { cached, object } = observeObject(scope);
  // A missing app cluster object never deletes its copy; only a
  // deletionTimestamp does.
  if (!object) {
    const isAdopted = await adopt(scope);
    if (!isAdopted && result.problem === undefined)
      result.issue ??= orphanIssue(scope);
    return isAdopted;
  }
  if (object.metadata.deletionTimestamp) {
    result.issue = 'none';
    await finalizeObject(scope, object, cached);
    return false;
  }
  const plan = (
    known: Unstructured,
    location: SyncFacts['copyLocation'],
    copy?: ObservedObject,
  ) =>
    planAndApply({
      scope,
      facts: factsOf(scope, known, location, copy?.object),
      cached: { object: cached, copy: copy?.cached },
    });
  const copyLocation = state.refusal() ?? mapping.locate(objectKey);
  if (copyLocation.at !== 'ready') {
    if (copyLocation.at === 'waiting') {
      startWaiting(state.memories, key);
      const requeueAfterMs = await mapping.request(objectKey);
      if (requeueAfterMs !== undefined)
        scope.context.requeueAfter(requeueAfterMs);
    }
    return plan(object, copyLocation);
  }
  if (!providers.hasSynced(copyLocation.key)) return false;
  const recorded = await recordSyncedType(scope, copyLocation.key);
  if (recorded === 'now') return true;
  if (recorded !== 'before') {
    startWaiting(state.memories, key);
    return plan(object, { at: 'waiting', why: recorded.problem });
  }
  state.memories.clear(key, 'waitingSince');
  const copy = observeCopy(scope, copyLocation.key);
  const { reconciledVersions } = state.memories.of(key);
  if (reconciledVersions === pairVersions(object, copy.object)) return false;
  const known = await findOrigin(scope, object, copy.object, copyLocation.key);
  return plan(known, targetAt(scope, copyLocation.key), copy);
}

/**
 * Records the type of an object on its APIServiceNamespace before the first copy is created. Existing copies are synced
 * even if recording fails.
 * @returns `now`: by a write, so all facts must be read again; `before`: recorded, or there is a copy. `problem` is a
 *   sentence for the object's owner: no copy may be created.
 * @throws a transient error, when there is no copy.
 */
async function recordSyncedType(
  scope: ReconcileScope,
  copyKey: ObjectKey,
): Promise<'now' | 'before' | { problem: string }> {
  const { state, objectKey, context } = scope;
  const { mapping } = state;
  const recording = mapping.recordSyncedType(objectKey);
  if (!recording) return 'before';
  try {
    await recording;
    return 'now';
  } catch (error) {
    const { object: copy } = observeCopy(scope, copyKey);
    if (copy && !isAdoptable(copy, mapping.marks)) {
      context.requeueAfter(recordRetryMs);
      return 'before';
    }
    if (!(error instanceof Error) || !refusalOf(error, 'control plane'))
      throw error;
    context.requeueAfter(recordRetryMs);
    return {
      problem: `The control plane does not allow recording the types in the service namespace of this namespace, so no copies are created there: ${error.message}. The write is retried.`,
    };
  }
}

async function planAndApply(attempt: Attempt): Promise<boolean> {
  const { scope, facts } = attempt;
  const { state, key, context } = scope;
  const { change, feedback, requeueAfterMs } = planSync(facts);
  // When copies are impossible for the whole API, the binding reports it
  // instead.
  const isCollision =
    facts.copyLocation.at === 'ready' && feedback?.state === 'Conflict';
  scope.result.issue = isCollision ? { kind: 'collisions' } : 'none';
  if (feedback) {
    const { state: what, message } = feedback;
    state.events.report(facts.object, what, message);
  }
  if (requeueAfterMs !== undefined) context.requeueAfter(requeueAfterMs);
  if (change) return applyChange(attempt, change);
  if (requeueAfterMs === undefined && facts.copyLocation.at === 'ready') {
    state.memories.clear(key, 'statusRefused');
    state.memories.change(key, {
      reconciledVersions: pairVersions(facts.object, facts.copy),
    });
  }
  return false;
}
