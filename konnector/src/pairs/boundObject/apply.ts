/** Executes one planned change, and remembers its result: all writes of the sync but those of a deletion. */
import { fieldManagers } from '@klutch/bind-api';
import {
  isConflict,
  isNotFound,
  keyOf,
  type ObjectKey,
  type PatchOptions,
  type Unstructured,
} from '@klutch/kube';
import type { ClusterDisplayName } from '../../feedback/ClusterDisplayName';
import { nextTimedBackoff } from '../../feedback/backoff';
import { refusalOf, type Refusal } from '../../feedback/refusal';
import { createOnly } from '../../ownership/createOnly';
import { classifyOwnership } from '../../ownership/ownership';
import { planAdoptReleased, planOrigin } from './adoption/planOrigin';
import { setFingerprint } from './memory/objectMemory';
import { specFingerprint, statusFingerprint } from './plan/fingerprints';
import { hashOfIntent, isApplied, planCopy } from './plan/intent';
import type { ApplyIntent, Change, SyncFacts } from './plan/model';
import { patchOfStatus } from './plan/planStatus';
import { planSwap } from './plan/planSwap';
import type { ReconcileScope } from './reconcileScope';

/** Retry delay after losing a race for the name, until the watch shows the other object; milliseconds. */
const recheckMs = 1_000;

/** One change of an object or its copy. */
export interface Attempt {
  scope: ReconcileScope;
  facts: SyncFacts;
  /** The cached objects when the change was planned; write results are recorded against them. */
  cached: { object: Unstructured | undefined; copy: Unstructured | undefined };
}

type CopyChange = Extract<Change, { intent: ApplyIntent }>;

/**
 * @returns whether to plan again. A rejection is remembered, so that the next plan reports it.
 * @throws errors that a retry may fix.
 */
export async function applyChange(
  attempt: Attempt,
  change: Change,
): Promise<boolean> {
  switch (change.change) {
    case 'ensure-finalizer':
      return ensureFinalizer(attempt, change.patch);
    case 'status':
      return writeStatus(attempt, change);
    default:
      return (await isCurrent(attempt)) ? writeCopy(attempt, change) : true;
  }
}

/** Patches the object; after a conflict the next plan uses the live object. */
function patchObject(
  { scope, facts, cached }: Attempt,
  change: 'ensure-finalizer' | 'status',
  patch: object,
  options: PatchOptions,
): Promise<Unstructured> {
  const { state, key, objectKey } = scope;
  const { consumerClient, mapping } = state;
  return state.consumerMutations.write(
    {
      key,
      cached: cached.object,
      observed: facts.object,
      read: () => consumerClient.get(mapping.consumer, objectKey),
    },
    () =>
      state.syncMetrics.write(key, change, () =>
        consumerClient.mergePatch(mapping.consumer, objectKey, patch, options),
      ),
  );
}

/** Creates an object of the app cluster. @throws the errors of the write. */
export async function createObject(
  { state, key }: ReconcileScope,
  object: Unstructured,
): Promise<void> {
  const { consumerClient, consumers, mapping } = state;
  const created = await state.syncMetrics.write(key, 'adopt', () =>
    consumerClient.create(mapping.consumer, object, {
      fieldManager: fieldManagers.marker,
    }),
  );
  state.consumerMutations.recordWrite(key, consumers.get(key), created);
}

/** Sets finalizer and marker before anything else, so that the object cannot be deleted unseen. */
async function ensureFinalizer(
  attempt: Attempt,
  patch: object,
): Promise<boolean> {
  const { state, key } = attempt.scope;
  try {
    await patchObject(attempt, 'ensure-finalizer', patch, {
      fieldManager: fieldManagers.marker,
    });
    state.memories.clear(key, 'rejected', 'refused');
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    rememberRefusal(attempt, error, 'app cluster');
    return true;
  }
}

/** A problem with our condition must not prevent the status from being synced. */
const mayBeCausedByCondition = (
  { shape, memory }: SyncFacts,
  refusal: Refusal | undefined,
) =>
  shape.conditions !== undefined &&
  !memory.withoutCondition &&
  refusal !== undefined &&
  refusal.state !== 'Failing';

/** Writes the copy's status and our condition to the object. */
async function writeStatus(
  attempt: Attempt,
  { patch, desired }: Extract<Change, { change: 'status' }>,
): Promise<boolean> {
  const { scope, facts } = attempt;
  const { key, context } = scope;
  const { memories, shape } = scope.state;
  try {
    const written = await patchObject(attempt, 'status', patch, {
      fieldManager: fieldManagers.status,
      // A rounded number is better than no status at all.
      inexactNumbers: true,
      ...(shape.statusSubresource && { subresource: 'status' as const }),
    });
    const differs =
      patchOfStatus({ ...facts, object: written }, desired) !== undefined;
    memories.change(key, { statusWrittenAt: Date.now() });
    memories.clear(key, 'statusRefused');
    setFingerprint(
      memories,
      key,
      'storedStatusFingerprint',
      differs ? statusFingerprint(written, desired) : undefined,
    );
    return true;
  } catch (error) {
    // The object was deleted in the meantime.
    if (isNotFound(error)) return false;
    const refusal = refusalOf(error, 'app cluster');
    if (mayBeCausedByCondition(facts, refusal)) {
      memories.change(key, { withoutCondition: true });
      return true;
    }
    if (!refusal) throw error;
    context.logger.warn({ err: error }, 'the status was rejected or failed');
    const backoff = nextTimedBackoff(
      memories.of(key).statusRefused,
      Date.now(),
    );
    const message = `The status on the control plane cannot be written to this object. ${refusal.message}`;
    memories.change(key, {
      statusRefused: { ...backoff, why: { state: refusal.state, message } },
    });
    // The rejection was not caused by our condition.
    memories.clear(key, 'withoutCondition');
    return true;
  }
}

/**
 * A cache may start with a list from a stale API server, and the cache of a standby replica may lag when it becomes the
 * leader. A cached object may have been deleted since, with its copy, or may have changed: a copy made from it would
 * restore what a user deleted, at worst a database. So before a copy is written, a version that may be older than the
 * acquired lease is read live once.
 * @returns false: the object was stale and its live state is recorded; the next plan uses the live state.
 */
async function isCurrent({ scope, facts, cached }: Attempt): Promise<boolean> {
  const { state, key, objectKey } = scope;
  const { memories, leadershipStart, consumerClient, mapping } = state;
  const { resourceVersion } = facts.object.metadata;
  if (
    // The object is the result of our own write or live read.
    resourceVersion !== cached.object?.metadata.resourceVersion ||
    leadershipStart.isAfter(resourceVersion) ||
    memories.of(key).confirmedVersion === resourceVersion
  ) {
    return true;
  }
  const live = await consumerClient.get(mapping.consumer, objectKey);
  if (live?.metadata.resourceVersion === resourceVersion) {
    memories.change(key, { confirmedVersion: resourceVersion });
    return true;
  }
  state.consumerMutations.recordWrite(key, cached.object, live);
  return false;
}

/** Changes by merge patch: the ownership that a live read must confirm, and the patch. */
const mergePatches = {
  'take-over': ['reference', planSwap],
  'adopt-origin': ['origin', planOrigin],
  'adopt-released': ['adoptable', planAdoptReleased],
} as const;

/** The result of such a change does not show that the intent is applied. */
const isMergePatched = (change: string): change is keyof typeof mergePatches =>
  change in mergePatches;

/** Creates, updates or takes over the copy; after a conflict the next plan uses the live copy. */
async function writeCopy(
  attempt: Attempt,
  change: CopyChange,
): Promise<boolean> {
  const { scope, facts, cached } = attempt;
  const { state, key, context } = scope;
  const { providerClient, mapping, memories } = state;
  const { intent } = change;
  const { namespace, name } = intent.metadata;
  const copyKey = { namespace, name };
  try {
    const written = await state.providerMutations.write(
      {
        key: keyOf({ metadata: copyKey }),
        cached: cached.copy,
        observed: facts.copy,
        read: () => providerClient.get(mapping.provider, copyKey),
      },
      () => sendCopy(attempt, change, copyKey),
    );
    if (!written) {
      context.requeueAfter(recheckMs);
      return false;
    }
    memories.clear(key, 'rejected', 'refused');
    const differs =
      !isMergePatched(change.change) && !isApplied(intent, written);
    setFingerprint(
      memories,
      key,
      'storedSpecFingerprint',
      differs ? specFingerprint(intent, written) : undefined,
    );
    return true;
  } catch (error) {
    if (!facts.copy && isConflict(error)) {
      context.requeueAfter(recheckMs);
      return false;
    }
    rememberRefusal(attempt, error, 'control plane');
    return true;
  }
}

/** An apply with the UID changes only the object that was read. */
const withCopyUid = (
  intent: ApplyIntent,
  copy: Unstructured | undefined,
): ApplyIntent => ({
  ...intent,
  metadata: { ...intent.metadata, uid: copy?.metadata.uid },
});

/** @returns undefined when the copy has changed since it was read, so that a new plan is needed. */
async function sendCopy(
  { scope: { state, key }, facts: { copy, object } }: Attempt,
  { change, intent }: CopyChange,
  copyKey: ObjectKey,
): Promise<Unstructured | undefined> {
  const { providerClient, mapping, pins, syncMetrics } = state;
  const { provider, marks } = mapping;
  const options = { fieldManager: fieldManagers.spec };
  if (isMergePatched(change)) {
    const [how, plan] = mergePatches[change];
    const live = await providerClient.get(provider, copyKey);
    const ownership = classifyOwnership(live, { pins, marks, object });
    if (!live || ownership.owner !== 'us' || ownership.how !== how) {
      return undefined;
    }
    const patch = plan(live, intent);
    return syncMetrics.write(key, change, () =>
      providerClient.mergePatch(provider, copyKey, patch, options),
    );
  }
  return syncMetrics.write(key, change, () =>
    providerClient.apply(
      provider,
      change === 'create-copy' ? createOnly(intent) : withCopyUid(intent, copy),
      { ...options, force: true },
    ),
  );
}

/**
 * Remembers a rejected or failed write, so that the next plan waits and reports it.
 * @param cluster - the cluster of the write.
 * @throws the error, when an immediate retry makes sense.
 */
export function rememberRefusal(
  { scope, facts }: Pick<Attempt, 'scope' | 'facts'>,
  error: unknown,
  cluster: ClusterDisplayName,
): void {
  const { state, key, context } = scope;
  const { object, copyLocation, pins, memory } = facts;
  const why = refusalOf(error, cluster);
  if (!why) throw error;
  context.logger.warn(
    { err: error, cluster },
    'a write was rejected or failed',
  );
  if (why.state === 'Rejected' && copyLocation.at === 'ready') {
    const hash = hashOfIntent(planCopy(object, copyLocation.target, pins));
    const message = `${why.message} Change the object to try again.`;
    state.memories.change(key, { rejected: { hash, message, at: Date.now() } });
    return;
  }
  const backoff = nextTimedBackoff(memory.refused, Date.now());
  state.memories.change(key, { refused: { ...backoff, why } });
}
