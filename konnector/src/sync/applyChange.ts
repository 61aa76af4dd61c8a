/** Carries out one change, and remembers what came of it. */
import { fieldManagers } from '@klutch/bind-api';
import {
  isConflict,
  isForbidden,
  isNotFound,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import { planOrigin } from '../adoption/planOrigin';
import { createOnly } from './createOnly';
import {
  classifyRefusal,
  forbiddenWaitMs,
  tellForbiddenFrom,
} from './failures';
import { hashOfIntent, isApplied } from './intent';
import type { ApplyIntent, Change, SyncFacts } from './model';
import { classifyOwnership } from './ownership';
import { patchOfStatus } from './planStatus';
import { planSwap } from './planSwap';
import type { Run } from './run';
import { specFingerprint, statusFingerprint } from './settled';

/** When somebody else was faster with the name: how long until the watch shows it; milliseconds. */
const lookAgainMs = 1_000;
/** How often a missing right on the app cluster is tried again; milliseconds. */
const forbiddenCheckMs = 60_000;

/** What the caches said when the change was planned; answers are remembered against it. */
export interface Cached {
  object: Unstructured | undefined;
  copy: Unstructured | undefined;
}

type CopyChange = Extract<Change, { intent: ApplyIntent }>;

/** What becomes ours by a merge patch: how it must have come to be so at that moment, and the patch. */
const mergePatches = {
  'take-over': ['reference', planSwap],
  'claim-origin': ['origin', planOrigin],
} as const;

const isOneMergePatch = ({ change }: CopyChange) => change in mergePatches;

const placeOf = ({ metadata }: ApplyIntent): ObjectKey => ({
  namespace: metadata.namespace,
  name: metadata.name,
});

/** An apply that carries the UID can only meet the object that was looked at. */
const onlyOnto = (
  intent: ApplyIntent,
  copy: Unstructured | undefined,
): ApplyIntent => ({
  ...intent,
  metadata: { ...intent.metadata, uid: copy?.metadata.uid },
});

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
      return hold(run, facts, change.patch, cached);
    case 'status':
      return showStatus(run, facts, change, cached);
    default:
      return bringUp(run, facts, change, cached);
  }
}

/** Finalizer and marker first: from then on the object cannot vanish without us. */
async function hold(
  { state, key, where }: Run,
  { object }: SyncFacts,
  patch: object,
  cached: Cached,
): Promise<boolean> {
  const { consumerClient, mapping } = state.parts;
  try {
    const written = await consumerClient.mergePatch(
      mapping.consumer,
      where,
      patch,
      { fieldManager: fieldManagers.marker },
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

/** Whatever is wrong with our condition must not keep the status from going down. */
const mayBeTheCondition = ({ shape, memory }: SyncFacts, error: unknown) =>
  shape.conditions !== undefined &&
  !memory.withoutCondition &&
  classifyRefusal(error).refused !== 'no';

async function showStatus(
  { state, key, where }: Run,
  facts: SyncFacts,
  { patch, shows }: Extract<Change, { change: 'status' }>,
  cached: Cached,
): Promise<boolean> {
  const { consumerClient, mapping, shape } = state.parts;
  try {
    const written = await consumerClient.mergePatch(
      mapping.consumer,
      where,
      patch,
      {
        fieldManager: fieldManagers.status,
        ...(shape.statusSubresource && { subresource: 'status' as const }),
      },
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

async function bringUp(
  run: Run,
  facts: SyncFacts,
  change: CopyChange,
  cached: Cached,
): Promise<boolean> {
  const { key, context } = run;
  const { memories, providerView } = run.state;
  const { intent } = change;
  try {
    const written = await writeCopy(run, change, facts);
    if (!written) {
      context.requeueAfter(lookAgainMs);
      return false;
    }
    memories.clear(key, 'rejected', 'forbidden');
    const differs = !isOneMergePatch(change) && !isApplied(intent, written);
    memories.settle(
      key,
      'settledSpec',
      differs ? specFingerprint(intent, written) : undefined,
    );
    const copyKey = keyOf({ metadata: placeOf(intent) });
    providerView.wrote(copyKey, cached.copy, written, facts.copy);
    return true;
  } catch (error) {
    if (!facts.copy && isConflict(error)) {
      context.requeueAfter(lookAgainMs);
      return false;
    }
    const refusal = classifyRefusal(error);
    if (refusal.refused === 'no') throw error;
    context.logger.warn({ err: error }, 'the control plane refused the copy');
    const { message } = refusal;
    if (refusal.refused === 'rejected') {
      const hash = hashOfIntent(intent);
      memories.change(key, { rejected: { hash, message, at: Date.now() } });
      return true;
    }
    const attempts = (facts.memory.forbidden?.attempts ?? 0) + 1;
    const until = Date.now() + forbiddenWaitMs(attempts);
    memories.change(key, { forbidden: { attempts, message, until } });
    return true;
  }
}

/** @returns undefined when the copy has changed since it was looked at, so that there is something else to do. */
async function writeCopy(
  { state }: Run,
  { change, intent }: CopyChange,
  { copy, object }: SyncFacts,
): Promise<Unstructured | undefined> {
  const { providerClient, mapping, pins } = state.parts;
  const options = { fieldManager: fieldManagers.spec };
  if (change === 'take-over' || change === 'claim-origin') {
    const [how, plan] = mergePatches[change];
    const place = placeOf(intent);
    const live = await providerClient.get(mapping.provider, place);
    const { marks } = mapping;
    const ownership = classifyOwnership(live, { pins, marks, object });
    if (!live || ownership.owner !== 'us' || ownership.how !== how) {
      return undefined;
    }
    const patch = plan(live, intent);
    return providerClient.mergePatch(mapping.provider, place, patch, options);
  }
  return providerClient.apply(
    mapping.provider,
    change === 'create-copy' ? createOnly(intent) : onlyOnto(intent, copy),
    { ...options, force: true },
  );
}
