import type { Unstructured } from '@klutch/kube';
import { annotations } from '../../markers';
import { pins, thing } from '../../testing/objects';
import { hashOfIntent, planCopy } from './intent';
import type { CopyTarget, SyncFacts, SyncPlan } from './model';
import { planSync } from './planSync';
import { specFingerprint } from './fingerprints';

const nowMs = 1_000_000;
const target: CopyTarget = {
  apiVersion: 'example.com/v1',
  key: { namespace: 'x-team-a', name: 'a' },
  marks: { annotations: {} },
};
const syncer = 'klutch.anynines.com/syncer';

const bare = thing({}, { spec: { plan: 'small' } });
const held = thing({ finalizers: [syncer] }, { spec: { plan: 'small' } });
const intentOf = (object: Unstructured) => planCopy(object, target, pins);

/** A copy as the server keeps it after our apply. */
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
  object: held,
  copy: copyOf(held),
  copyLocation: { at: 'ready', target },
  pins,
  memory: {},
  shape: { statusSubresource: true },
  nowMs,
};

const hashOfBare = hashOfIntent(intentOf(bare));
const hash = hashOfIntent(intentOf(held));
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
  // Place
  [
    'no service namespace, just now',
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
    'no service namespace: the object is not held either',
    {
      copyLocation: { at: 'waiting', why: 'w' },
      object: bare,
      copy: undefined,
    },
    undefined,
    undefined,
    5_000,
  ],
  // Whose copy
  [
    'nothing there, not held',
    { object: bare, copy: undefined },
    'ensure-finalizer',
  ],
  ['nothing there, held', { copy: undefined }, 'create-copy'],
  [
    'foreign, not held',
    { object: bare, copy: foreign() },
    undefined,
    'Conflict',
  ],
  ['foreign, held', { copy: foreign() }, undefined, 'Conflict'],
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
    'foreign and dying',
    { copy: foreign({ deletionTimestamp: 'x' }) },
    undefined,
    'Conflict',
  ],
  [
    'foreign, a person allowed it',
    { copy: foreign({ annotations: { [annotations.adopt]: 'true' } }) },
    'claim-released',
  ],
  [
    'of another app cluster, a person allowed anybody',
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
    'of another app cluster, a person allowed this one',
    {
      copy: foreign({
        annotations: {
          [annotations.consumerCluster]: 'other',
          [annotations.adopt]: pins.consumerCluster,
        },
      }),
    },
    'claim-released',
  ],
  [
    'foreign, a person allowed it, not held',
    {
      object: bare,
      copy: foreign({ annotations: { [annotations.adopt]: 'true' } }),
    },
    'ensure-finalizer',
  ],
  [
    "the reference's, not held",
    { object: bare, copy: byReference },
    'ensure-finalizer',
  ],
  ["the reference's, held", { copy: byReference }, 'take-over'],
  [
    "the reference's and dying",
    {
      copy: {
        ...byReference,
        metadata: { ...byReference.metadata, deletionTimestamp: 'x' },
      },
    },
  ],
  // A dying copy
  ['dying', { copy: copyOf(held, { metadata: { deletionTimestamp: 'x' } }) }],
  [
    'dying, not held',
    {
      object: bare,
      copy: copyOf(bare, { metadata: { deletionTimestamp: 'x' } }),
    },
  ],
  [
    'dying, with news',
    {
      copy: copyOf(held, {
        metadata: { deletionTimestamp: 'x' },
        ...status({ phase: 'Deleting' }),
      }),
    },
    'status',
  ],
  // Spec
  ['in step', {}, undefined, 'Synced'],
  [
    'in step, but not held',
    { object: bare, copy: copyOf(bare) },
    'ensure-finalizer',
  ],
  ['drift', { copy: copyOf(held, { spec: { plan: 'free' } }) }, 'apply-copy'],
  [
    'a list longer',
    {
      object: { ...held, spec: { list: [1] } },
      copy: {
        ...copyOf({ ...held, spec: { list: [1] } }),
        spec: { list: [1, 2] },
      },
    },
    'apply-copy',
  ],
  [
    'fields of the provider',
    {
      copy: copyOf(held, {
        spec: { plan: 'small', resourceRef: { name: 'x' } },
      }),
    },
    undefined,
    'Synced',
  ],
  [
    'labels and finalizers of the provider',
    {
      copy: copyOf(held, {
        metadata: { labels: { team: 'x' }, finalizers: ['x.y/z'] },
      }),
    },
    undefined,
    'Synced',
  ],
  [
    'a field was removed',
    { copy: copyOf({ ...held, spec: { plan: 'small', note: 'x' } }) },
    'apply-copy',
  ],
  [
    'a label was added',
    { object: thing({ finalizers: [syncer], labels: { a: 'b' } }, held.spec) },
    'apply-copy',
  ],
  [
    "a tool's annotation was added",
    {
      object: {
        ...held,
        metadata: {
          ...held.metadata,
          annotations: { 'argocd.argoproj.io/tracking-id': 'x' },
        },
      },
    },
    undefined,
    'Synced',
  ],
  [
    'another object of the name',
    { object: thing({ finalizers: [syncer], uid: 'u2' }, { spec: held.spec }) },
    'apply-copy',
  ],
  [
    'the server stores something else',
    { copy: copyOf(held, { spec: { plan: 'SMALL' } }) },
    'apply-copy',
  ],
  [
    'the server stores something else, as it did before',
    {
      copy: copyOf(held, { spec: { plan: 'SMALL' } }),
      memory: {
        storedSpecFingerprint: specFingerprint(
          intentOf(held),
          copyOf(held, { spec: { plan: 'SMALL' } }),
        ),
      },
    },
    undefined,
    'Synced',
  ],
  // Refusals
  [
    'rejected just now',
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
    'rejected change of a copy that reports',
    {
      copy: copyOf({ ...held, spec: {} }, status({ phase: 'Ready' })),
      memory: rejected(nowMs),
    },
    'status',
    'Rejected',
    600_000,
  ],
  [
    'forbidden for a moment',
    { copy: undefined, memory: refused(1, nowMs + 100) },
    undefined,
    undefined,
    100,
  ],
  [
    'forbidden for long',
    { copy: undefined, memory: refused(6, nowMs + 100) },
    undefined,
    'Forbidden',
    100,
  ],
  [
    'forbidden, time to try',
    { copy: undefined, memory: refused(6, nowMs) },
    'create-copy',
  ],
  [
    'forbidden to hold',
    { object: bare, copy: undefined, memory: refused(6, nowMs + 9) },
    undefined,
    'Forbidden',
    9,
  ],
  [
    'failing for long',
    { copy: undefined, memory: refused(6, nowMs + 9, 'Failing') },
    undefined,
    'Failing',
    9,
  ],
  [
    'rejected to hold',
    { object: bare, copy: undefined, memory: rejected(nowMs, hashOfBare) },
    undefined,
    'Rejected',
    600_000,
  ],
  [
    'rejected to hold, and changed since',
    { object: bare, copy: undefined, memory: rejected(nowMs, 'other') },
    'ensure-finalizer',
  ],
  [
    'forbidden once, in step by now',
    { memory: refused(6, nowMs + 9) },
    undefined,
    'Synced',
  ],
  // Status
  [
    'a first status',
    { copy: copyOf(held, status({ a: 1 })) },
    'status',
    'Synced',
  ],
  [
    'the same status',
    {
      object: { ...held, ...status({ a: 1 }) },
      copy: copyOf(held, status({ a: 1 })),
    },
    undefined,
    'Synced',
  ],
  [
    'a status gone',
    { object: { ...held, ...status({ a: 1 }) } },
    'status',
    'Synced',
  ],
  [
    'a status right after another',
    {
      copy: copyOf(held, status({ a: 1 })),
      memory: { statusWrittenAt: nowMs - 50 },
    },
    undefined,
    'Synced',
    200,
  ],
  [
    'a status some time after another',
    {
      copy: copyOf(held, status({ a: 1 })),
      memory: { statusWrittenAt: nowMs - 250 },
    },
    'status',
    'Synced',
  ],
  [
    'spec before status',
    { copy: copyOf(held, { spec: { plan: 'free' }, ...status({ a: 1 }) }) },
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
  it('a status is written onto the version that was compared', () => {
    const plan = planSync({ ...base, copy: copyOf(held, status({ a: 1 })) });
    expect(plan.change).toMatchObject({
      change: 'status',
      patch: {
        metadata: { uid: 'u1', resourceVersion: '7' },
        status: { a: 1 },
      },
    });
  });

  it('an object is held in the version that was seen', () => {
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

describe('a status that the app cluster refuses', () => {
  const copy = copyOf(held, { status: { phase: 'Up' } });
  const why = { state: 'Forbidden' as const, message: 'no right' };
  const withRefusal = (
    consecutiveFailures: number,
    retryAt: number,
  ): SyncFacts => ({
    ...base,
    copy,
    memory: { statusRefused: { consecutiveFailures, why, retryAt } },
  });

  it('waits for its next attempt, and is told when it lasts', () => {
    expect(planSync(withRefusal(5, nowMs + 10))).toMatchObject({
      feedback: { state: 'Synced' },
      requeueAfterMs: 10,
    });
    const plan = planSync(withRefusal(6, nowMs + 10));
    expect(plan).toMatchObject({ feedback: why, requeueAfterMs: 10 });
    expect(plan.change).toBeUndefined();
  });

  it('is tried again, and is not over before that went well', () => {
    expect(planSync(withRefusal(6, nowMs))).toMatchObject({
      change: { change: 'status' },
      feedback: why,
    });
  });

  it('is over when there is nothing to show any more', () => {
    const { feedback } = planSync({
      ...withRefusal(6, nowMs + 10),
      copy: copyOf(held),
    });
    expect(feedback?.state).toBe('Synced');
  });

  it('keeps no change of the spec back', () => {
    const object = { ...held, spec: { plan: 'big' } };
    expect(
      planSync({ ...withRefusal(6, nowMs + 10), object }).change?.change,
    ).toBe('apply-copy');
  });
});
