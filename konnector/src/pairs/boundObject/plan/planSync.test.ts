import type { Unstructured } from '@klutch/kube';
import { annotations } from '../../../markers';
import { pins, thing } from '../../../testing/objects';
import { hashOfIntent, planCopy } from './intent';
import type { CopyTarget, SyncFacts, SyncPlan } from './model';
import { planEnsureFinalizer, planSync } from './planSync';
import { specFingerprint } from './fingerprints';

const nowMs = 1_000_000;
const target: CopyTarget = {
  apiVersion: 'example.com/v1',
  key: { namespace: 'x-team-a', name: 'a' },
  marks: { annotations: {} },
};
const syncer = 'klutch.anynines.com/syncer';

const bare = thing({}, { spec: { plan: 'small' } });
const withFinalizer = thing(
  { finalizers: [syncer] },
  { spec: { plan: 'small' } },
);
const intentOf = (object: Unstructured) => planCopy(object, target, pins);

/** A copy as stored by the server after our apply. */
const copyOf = (
  object: Unstructured,
  change: Partial<Unstructured> = {},
): Unstructured => {
  const intent = intentOf(object);
  return {
    ...intent,
    ...change,
    metadata: {
      ...intent.metadata,
      uid: 'c1',
      resourceVersion: '70',
      ...change.metadata,
    },
  };
};
const foreign = (metadata: Unstructured['metadata'] = {}) =>
  thing({ ...target.key, uid: 'c9', ...metadata }, { spec: {} });
const byReference = foreign({ annotations: { [annotations.bound]: 'true' } });

const base: SyncFacts = {
  object: withFinalizer,
  copy: copyOf(withFinalizer),
  copyLocation: { at: 'ready', target },
  pins,
  memory: {},
  shape: { statusSubresource: true },
  nowMs,
};

const hashOfBare = hashOfIntent(intentOf(bare));
const hash = hashOfIntent(intentOf(withFinalizer));
const rejected = (at: number, of = hash) => ({
  rejected: { hash: of, message: 'plan: no', at },
});
const refused = (
  consecutiveFailures: number,
  retryAt: number,
  state: 'Forbidden' | 'Failing' = 'Forbidden',
) => ({
  refused: { consecutiveFailures, why: { state, message: 'may not' }, retryAt },
});
const status = (value?: Record<string, unknown>) => ({ status: value });

/** Change, state, wait. */
type Expected = [
  change?: NonNullable<SyncPlan['change']>['change'],
  state?: NonNullable<SyncPlan['feedback']>['state'],
  requeueAfterMs?: number,
];
const rows: [what: string, facts: Partial<SyncFacts>, ...Expected][] = [
  // Location
  [
    'no service namespace yet',
    { copyLocation: { at: 'waiting', why: 'w' }, copy: undefined },
    undefined,
    undefined,
    5_000,
  ],
  [
    'no service namespace for a while',
    {
      copyLocation: { at: 'waiting', why: 'w' },
      copy: undefined,
      memory: { waitingSince: nowMs - 4_000 },
    },
    undefined,
    undefined,
    1_000,
  ],
  [
    'no service namespace for too long',
    {
      copyLocation: { at: 'waiting', why: 'w' },
      copy: undefined,
      memory: { waitingSince: nowMs - 5_000 },
    },
    undefined,
    'WaitingForNamespace',
  ],
  [
    'no service namespace: no finalizer either',
    {
      copyLocation: { at: 'waiting', why: 'w' },
      object: bare,
      copy: undefined,
    },
    undefined,
    undefined,
    5_000,
  ],
  // Ownership
  [
    'no copy, no finalizer',
    { object: bare, copy: undefined },
    'ensure-finalizer',
  ],
  ['no copy, with finalizer', { copy: undefined }, 'create-copy'],
  [
    'foreign, no finalizer',
    { object: bare, copy: foreign() },
    undefined,
    'Conflict',
  ],
  ['foreign, with finalizer', { copy: foreign() }, undefined, 'Conflict'],
  [
    'of another app cluster',
    {
      copy: foreign({
        annotations: { [annotations.consumerCluster]: 'other' },
      }),
    },
    undefined,
    'Conflict',
  ],
  [
    'of another app cluster, which bound it',
    {
      copy: foreign({
        annotations: {
          [annotations.consumerCluster]: 'other',
          [annotations.bound]: 'true',
        },
      }),
    },
    undefined,
    'Conflict',
  ],
  [
    'foreign and being deleted',
    { copy: foreign({ deletionTimestamp: 'x' }) },
    undefined,
    'Conflict',
  ],
  [
    'foreign, take-over allowed',
    { copy: foreign({ annotations: { [annotations.adopt]: 'true' } }) },
    'adopt-released',
  ],
  [
    'of another app cluster, take-over allowed for any',
    {
      copy: foreign({
        annotations: {
          [annotations.consumerCluster]: 'other',
          [annotations.adopt]: 'true',
        },
      }),
    },
    undefined,
    'Conflict',
  ],
  [
    'of another app cluster, take-over allowed for this one',
    {
      copy: foreign({
        annotations: {
          [annotations.consumerCluster]: 'other',
          [annotations.adopt]: pins.consumerCluster,
        },
      }),
    },
    'adopt-released',
  ],
  [
    'foreign, take-over allowed, no finalizer',
    {
      object: bare,
      copy: foreign({ annotations: { [annotations.adopt]: 'true' } }),
    },
    'ensure-finalizer',
  ],
  [
    "the reference's, no finalizer",
    { object: bare, copy: byReference },
    'ensure-finalizer',
  ],
  ["the reference's, with finalizer", { copy: byReference }, 'take-over'],
  [
    "the reference's and being deleted",
    {
      copy: {
        ...byReference,
        metadata: { ...byReference.metadata, deletionTimestamp: 'x' },
      },
    },
  ],
  // Copy being deleted
  [
    'being deleted',
    { copy: copyOf(withFinalizer, { metadata: { deletionTimestamp: 'x' } }) },
  ],
  [
    'being deleted, no finalizer',
    {
      object: bare,
      copy: copyOf(bare, { metadata: { deletionTimestamp: 'x' } }),
    },
  ],
  [
    'being deleted, with a new status',
    {
      copy: copyOf(withFinalizer, {
        metadata: { deletionTimestamp: 'x' },
        ...status({ phase: 'Deleting' }),
      }),
    },
    'status',
  ],
  // Spec
  ['in sync', {}, undefined, 'Synced'],
  [
    'in sync, but no finalizer',
    { object: bare, copy: copyOf(bare) },
    'ensure-finalizer',
  ],
  [
    'drift',
    { copy: copyOf(withFinalizer, { spec: { plan: 'free' } }) },
    'apply-copy',
  ],
  [
    'a list longer',
    {
      object: { ...withFinalizer, spec: { list: [1] } },
      copy: {
        ...copyOf({ ...withFinalizer, spec: { list: [1] } }),
        spec: { list: [1, 2] },
      },
    },
    'apply-copy',
  ],
  [
    'fields of the provider',
    {
      copy: copyOf(withFinalizer, {
        spec: { plan: 'small', resourceRef: { name: 'x' } },
      }),
    },
    undefined,
    'Synced',
  ],
  [
    'labels and finalizers of the provider',
    {
      copy: copyOf(withFinalizer, {
        metadata: { labels: { team: 'x' }, finalizers: ['x.y/z'] },
      }),
    },
    undefined,
    'Synced',
  ],
  [
    'a field was removed',
    { copy: copyOf({ ...withFinalizer, spec: { plan: 'small', note: 'x' } }) },
    'apply-copy',
  ],
  [
    'a label was added',
    {
      object: thing(
        { finalizers: [syncer], labels: { a: 'b' } },
        withFinalizer.spec,
      ),
    },
    'apply-copy',
  ],
  [
    "a tool's annotation was added",
    {
      object: {
        ...withFinalizer,
        metadata: {
          ...withFinalizer.metadata,
          annotations: { 'argocd.argoproj.io/tracking-id': 'x' },
        },
      },
    },
    undefined,
    'Synced',
  ],
  [
    'another object of the name',
    {
      object: thing(
        { finalizers: [syncer], uid: 'u2' },
        { spec: withFinalizer.spec },
      ),
    },
    'apply-copy',
  ],
  [
    'the server stores something else',
    { copy: copyOf(withFinalizer, { spec: { plan: 'SMALL' } }) },
    'apply-copy',
  ],
  [
    'the server stores something else, as it did before',
    {
      copy: copyOf(withFinalizer, { spec: { plan: 'SMALL' } }),
      memory: {
        storedSpecFingerprint: specFingerprint(
          intentOf(withFinalizer),
          copyOf(withFinalizer, { spec: { plan: 'SMALL' } }),
        ),
      },
    },
    undefined,
    'Synced',
  ],
  // Rejections
  [
    'rejected recently',
    { copy: undefined, memory: rejected(nowMs) },
    undefined,
    'Rejected',
    600_000,
  ],
  [
    'rejected long ago',
    { copy: undefined, memory: rejected(nowMs - 600_000) },
    'create-copy',
  ],
  [
    'rejected, and changed since',
    { copy: undefined, memory: rejected(nowMs, 'other') },
    'create-copy',
  ],
  [
    'rejected change of a copy with a status',
    {
      copy: copyOf({ ...withFinalizer, spec: {} }, status({ phase: 'Ready' })),
      memory: rejected(nowMs),
    },
    'status',
    'Rejected',
    600_000,
  ],
  [
    'forbidden, not persistent',
    { copy: undefined, memory: refused(1, nowMs + 100) },
    undefined,
    undefined,
    100,
  ],
  [
    'forbidden, persistent',
    { copy: undefined, memory: refused(6, nowMs + 100) },
    undefined,
    'Forbidden',
    100,
  ],
  [
    'forbidden, retry due',
    { copy: undefined, memory: refused(6, nowMs) },
    'create-copy',
  ],
  [
    'forbidden to add the finalizer',
    { object: bare, copy: undefined, memory: refused(6, nowMs + 9) },
    undefined,
    'Forbidden',
    9,
  ],
  [
    'failing, persistent',
    { copy: undefined, memory: refused(6, nowMs + 9, 'Failing') },
    undefined,
    'Failing',
    9,
  ],
  [
    'finalizer rejected',
    { object: bare, copy: undefined, memory: rejected(nowMs, hashOfBare) },
    undefined,
    'Rejected',
    600_000,
  ],
  [
    'finalizer rejected, and changed since',
    { object: bare, copy: undefined, memory: rejected(nowMs, 'other') },
    'ensure-finalizer',
  ],
  [
    'forbidden once, in sync by now',
    { memory: refused(6, nowMs + 9) },
    undefined,
    'Synced',
  ],
  // Status
  [
    'a first status',
    { copy: copyOf(withFinalizer, status({ a: 1 })) },
    'status',
    'Synced',
  ],
  [
    'an equal status',
    {
      object: { ...withFinalizer, ...status({ a: 1 }) },
      copy: copyOf(withFinalizer, status({ a: 1 })),
    },
    undefined,
    'Synced',
  ],
  [
    'a removed status',
    { object: { ...withFinalizer, ...status({ a: 1 }) } },
    'status',
    'Synced',
  ],
  [
    'a status right after another',
    {
      copy: copyOf(withFinalizer, status({ a: 1 })),
      memory: { statusWrittenAt: nowMs - 50 },
    },
    undefined,
    'Synced',
    200,
  ],
  [
    'a status some time after another',
    {
      copy: copyOf(withFinalizer, status({ a: 1 })),
      memory: { statusWrittenAt: nowMs - 250 },
    },
    'status',
    'Synced',
  ],
  [
    'spec before status',
    {
      copy: copyOf(withFinalizer, {
        spec: { plan: 'free' },
        ...status({ a: 1 }),
      }),
    },
    'apply-copy',
  ],
  [
    'a foreign status',
    { copy: { ...foreign(), ...status({ a: 1 }) } },
    undefined,
    'Conflict',
  ],
];

it.each(rows)('%s', (_what, facts, ...expected) => {
  const [change, state, requeueAfterMs] = expected;
  const plan = planSync({ ...base, ...facts });
  expect([
    plan.change?.change,
    plan.feedback?.state,
    plan.requeueAfterMs,
  ]).toEqual([change, state, requeueAfterMs]);
});

describe('preconditions', () => {
  it('a status is written to the version that was compared', () => {
    const plan = planSync({
      ...base,
      copy: copyOf(withFinalizer, status({ a: 1 })),
    });
    expect(plan.change).toMatchObject({
      change: 'status',
      patch: {
        metadata: { uid: 'u1', resourceVersion: '7' },
        status: { a: 1 },
      },
    });
  });

  it('a finalizer is added to the version that was read', () => {
    expect(planSync({ ...base, object: bare, copy: undefined }).change).toEqual(
      {
        change: 'ensure-finalizer',
        patch: {
          metadata: {
            uid: 'u1',
            resourceVersion: '7',
            finalizers: [syncer],
            annotations: { [annotations.bound]: 'true' },
          },
        },
      },
    );
  });
});

describe('a status that the app cluster rejects', () => {
  const copy = copyOf(withFinalizer, { status: { phase: 'Up' } });
  const why = { state: 'Forbidden' as const, message: 'no right' };
  const withRefusal = (
    consecutiveFailures: number,
    retryAt: number,
  ): SyncFacts => ({
    ...base,
    copy,
    memory: { statusRefused: { consecutiveFailures, why, retryAt } },
  });

  it('waits for its next attempt, and is reported when persistent', () => {
    expect(planSync(withRefusal(5, nowMs + 10))).toMatchObject({
      feedback: { state: 'Synced' },
      requeueAfterMs: 10,
    });
    const plan = planSync(withRefusal(6, nowMs + 10));
    expect(plan).toMatchObject({ feedback: why, requeueAfterMs: 10 });
    expect(plan.change).toBeUndefined();
  });

  it('is retried, and reported until an attempt succeeds', () => {
    expect(planSync(withRefusal(6, nowMs))).toMatchObject({
      change: { change: 'status' },
      feedback: why,
    });
  });

  it('is resolved when there is no status to write any more', () => {
    const { feedback } = planSync({
      ...withRefusal(6, nowMs + 10),
      copy: copyOf(withFinalizer),
    });
    expect(feedback?.state).toBe('Synced');
  });

  it('does not block a change of the spec', () => {
    const object = { ...withFinalizer, spec: { plan: 'big' } };
    expect(
      planSync({ ...withRefusal(6, nowMs + 10), object }).change?.change,
    ).toBe('apply-copy');
  });
});

describe('planEnsureFinalizer', () => {
  it('adds finalizer and marker in one conditional write and keeps other finalizers', () => {
    expect(planEnsureFinalizer(thing({ finalizers: ['other'] }))).toEqual({
      metadata: {
        uid: 'u1',
        resourceVersion: '7',
        finalizers: ['other', 'klutch.anynines.com/syncer'],
        annotations: { 'klutch.anynines.com/bound': 'true' },
      },
    });
  });

  it('is undefined when the finalizer is present, whatever the annotations', () => {
    expect(
      planEnsureFinalizer(
        thing({ finalizers: ['klutch.anynines.com/syncer'] }),
      ),
    ).toBeUndefined();
  });
});
