import { CacheChange } from '../cache/Cache';
import { KubeObject, ObjectMeta } from '../types';
import { lessUrgent, moreUrgent, priorityOf } from './priority';

const widget = (metadata: ObjectMeta): KubeObject => ({
  apiVersion: 'example/v1',
  kind: 'Widget',
  metadata: { name: 'a', generation: 1, ...metadata },
});

const update = (
  before: ObjectMeta,
  after: ObjectMeta,
): CacheChange<KubeObject> => ({
  type: 'updated',
  key: 'a',
  object: widget({ resourceVersion: '2', ...after }),
  previous: widget({ resourceVersion: '1', ...before }),
  source: 'watch',
});

describe('priorityOf', () => {
  it.each(['added', 'updated', 'deleted'] as const)(
    'treats a change of a list (%s) as initial',
    type => {
      const change = { ...update({}, { generation: 2 }), type };
      expect(priorityOf({ ...change, source: 'list' })).toBe('initial');
    },
  );

  it("treats an added object as a user's change", () => {
    const object = widget({});
    expect(
      priorityOf({ type: 'added', key: 'a', object, source: 'watch' }),
    ).toBe('user');
  });

  it("treats a deleted object as a user's change, also when nothing else changed", () => {
    expect(priorityOf({ ...update({}, {}), type: 'deleted' })).toBe('user');
  });

  it('treats an update without a change of intent as a status', () => {
    const same = {
      labels: { a: 'b' },
      annotations: { a: 'b' },
      finalizers: ['x'],
      deletionTimestamp: '2026-01-01T00:00:00Z',
    };
    expect(priorityOf(update(same, { ...same, managedFields: [{}] }))).toBe(
      'status',
    );
  });

  it.each([
    ['its spec', { generation: 2 }],
    ['labels', { labels: { a: 'b' } }],
    ['annotations', { annotations: { a: 'b' } }],
    ['finalizers', { finalizers: ['x'] }],
    ['deletion', { deletionTimestamp: '2026-01-01T00:00:00Z' }],
  ])("treats an update of %s as a user's change", (_what, after) => {
    expect(priorityOf(update({}, after))).toBe('user');
    expect(priorityOf(update(after, {}))).toBe('user');
  });

  it("treats every update of an object without a generation as a user's change", () => {
    const none = { generation: undefined };
    expect(priorityOf(update(none, none))).toBe('user');
  });
});

it('orders priorities', () => {
  expect(moreUrgent('status', 'user')).toBe('user');
  expect(moreUrgent('initial', 'resync')).toBe('initial');
  expect(lessUrgent('user', 'status')).toBe('status');
  expect(lessUrgent('resync', 'status')).toBe('resync');
});
