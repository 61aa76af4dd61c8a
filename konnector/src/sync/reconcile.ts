/** The one reconcile of a synced object: plans one change from what is known, carries it out, and plans again. */
import { parseKey, type ReconcileContext } from '@klutch/kube';
import { adopt } from './adoption/adopt';
import { findOrigin } from './adoption/findOrigin';
import type { Look } from '../feedback/FirstLook';
import { applyChange } from './applyChange';
import { factsOf, seeCopy, seeObject, targetAt } from './facts';
import { isCurrent } from './isCurrent';
import { letGo } from './letGo';
import { lookForOrphan } from './lookForOrphan';
import type { SyncFacts } from './plan/model';
import { noteType } from './noteType';
import { waitsFrom } from './plan/patience';
import { planSync } from './plan/planSync';
import type { Cached, Run, SyncState } from './run';
import { versionsOf } from './plan/settled';

/** More changes in one run mean that a server and the plan do not agree; then it goes on after a back-off. */
const maxChanges = 8;

/** @param key - of the app cluster. */
export async function reconcileObject(
  state: SyncState,
  key: string,
  context: ReconcileContext,
  look: Look,
): Promise<void> {
  const run: Run = { state, key, where: parseKey(key), context, look };
  await readLive(run);
  for (let changes = 0; changes < maxChanges; changes += 1) {
    if (context.signal.aborted || !(await step(run))) return;
  }
  throw new Error(
    `The object and its copy are not in step after ${maxChanges} changes.`,
  );
}

/** The object as the API server shows it under its present schema, when that may matter. */
async function readLive(run: Run): Promise<void> {
  const { memories, parts } = run.state;
  if (!memories.of(run.key).readLive) return;
  run.live = await parts.consumerClient.get(parts.mapping.consumer, run.where);
  memories.clear(run.key, 'readLive');
}

/** True: something was changed, so there may be more to do. */
async function step(run: Run): Promise<boolean> {
  const { state, key, where } = run;
  const { mapping, providers } = state.parts;
  const { cached, object } = seeObject(run);
  // Nothing on the app cluster is no order to do anything on the control plane.
  if (!object) {
    state.tallies.collisions.settle(key);
    lookForOrphan(run);
    return adopt(run);
  }
  state.tallies.orphans.settle(key);
  state.tallies.refused.settle(key);
  if (object.metadata.deletionTimestamp) {
    state.tallies.collisions.settle(key);
    run.look.isDecided = true;
    await letGo(run, object, cached);
    return false;
  }
  const place = state.refusal() ?? mapping.place(where);
  if (place.at !== 'ready') {
    if (place.at === 'waiting') {
      waitsFrom(run);
      const againInMs = await mapping.request(where);
      if (againInMs !== undefined) run.context.requeueAfter(againInMs);
    }
    const facts = factsOf(run, object, place, undefined);
    return carryOn(run, facts, { object: cached, copy: undefined });
  }
  if (!providers.known(place.key)) return false;
  const note = await noteType(run, place.key);
  if (note.noted === 'now') return true;
  if (note.noted === 'failed') {
    waitsFrom(run);
    const facts = factsOf(
      run,
      object,
      { at: 'waiting', why: note.why },
      undefined,
    );
    return carryOn(run, facts, { object: cached, copy: undefined });
  }
  state.memories.clear(key, 'waitingSince');
  const copy = seeCopy(run, place.key);
  const { done } = state.memories.of(key);
  if (done === versionsOf(object, copy.object)) return false;
  const known = await findOrigin(run, object, copy.object, place.key);
  const facts = factsOf(run, known, targetAt(run, place.key), copy.object);
  return carryOn(run, facts, { object: cached, copy: copy.cached });
}

async function carryOn(
  run: Run,
  facts: SyncFacts,
  cached: Cached,
): Promise<boolean> {
  const { state, key, context } = run;
  const { change, feedback, againInMs } = planSync(facts);
  // Where nobody may have a copy at all, the binding says so.
  if (facts.place.at === 'ready' && feedback?.state === 'Conflict') {
    state.tallies.collisions.found(key);
  } else state.tallies.collisions.settle(key);
  run.look.isDecided = true;
  if (feedback) {
    const { state: what, message } = feedback;
    state.parts.events.report(facts.object, what, message);
  }
  if (againInMs !== undefined) context.requeueAfter(againInMs);
  if (change) {
    if ('intent' in change && !(await isCurrent(run, facts, cached))) {
      return true;
    }
    return applyChange(run, facts, change, cached);
  }
  if (againInMs === undefined && facts.place.at === 'ready') {
    state.memories.clear(key, 'statusRefused');
    state.memories.change(key, { done: versionsOf(facts.object, facts.copy) });
  }
  return false;
}
