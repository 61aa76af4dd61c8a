/** The active connection among several connections to one cluster namespace. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Logger } from '@klutch/kube';
import { unknownReports, emptyReports } from '../feedback/IssueCounters';
import type { ClaimedTypesParts } from '../pairs/claimedObject/ClaimedObjectOptions';
import {
  SharedClaims,
  type ClaimsConnection,
  type DeclaredClaims,
} from './SharedClaims';

const claims: PermissionClaim[] = [{ resource: 'secrets', version: 'v1' }];
const others: PermissionClaim[] = [{ resource: 'configmaps', version: 'v1' }];
const flushPromises = () => new Promise(setImmediate);

/** The `ClaimedTypes` that one active connection created. */
interface Worker {
  clusterNamespace: unknown;
  parts: ClaimedTypesParts;
  declared: Map<string, readonly PermissionClaim[]>;
  /** Bindings in the order of `setClaims` calls, with `suspended` when the claims were set as suspended. */
  calls: string[];
  /** Resolves `stopped`. */
  finish: () => void;
}

function setUp() {
  const workers: Worker[] = [];
  const errors: unknown[] = [];
  const logger = { error: (fields: object) => errors.push(fields) };
  const shared = new SharedClaims(logger as unknown as Logger, parts => {
    const declared = new Map<string, readonly PermissionClaim[]>();
    const calls: string[] = [];
    const stopped = new Promise<void>(finish => {
      workers.push({
        clusterNamespace: parts.clusterNamespace,
        parts,
        declared,
        calls,
        finish,
      });
    });
    return {
      setClaims(binding, list, options) {
        declared.set(binding, list);
        calls.push(`${binding}${options?.suspended ? ' suspended' : ''}`);
      },
      status: binding => ({
        isKnown: true,
        failure: { message: binding, since: new Date(0) },
      }),
      issueReports: () => emptyReports,
      stopped: () => stopped,
    };
  });
  /** Joins a connection; the name is also its cluster namespace. */
  const connect = (name: string, uid = 'n') => {
    const stop = new AbortController();
    const state = {
      lost: false,
      changed: 0,
      gone: [] as string[],
      expected: new Map() as Map<string, DeclaredClaims> | undefined,
      failure: undefined as Error | undefined,
    };
    const objects = shared.join({
      clusterNamespace: name,
      pins: { consumerCluster: 'c', providerNamespaceUid: uid },
      isLost: () => state.lost,
      expected() {
        if (state.failure) throw state.failure;
        return state.expected;
      },
      changed: () => (state.changed += 1),
      copyDeleted: (namespace: string) => state.gone.push(namespace),
      signal: stop.signal,
    } as unknown as ClaimsConnection);
    return { objects, state, stop: () => stop.abort() };
  };
  return { shared, workers, connect, errors };
}

describe('SharedClaims', () => {
  it('uses one connection for all connections to a cluster namespace', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    first.objects.setClaims('a', claims);
    const second = connect('second');
    second.objects.setClaims('b', others);
    await flushPromises();
    expect(workers.map(({ clusterNamespace }) => clusterNamespace)).toEqual([
      'first',
    ]);
    expect([...(workers[0]?.declared ?? [])]).toEqual([
      ['a', claims],
      ['b', others],
    ]);
    expect(second.objects.status('b').failure?.message).toBe('b');
    for (const { state } of [first, second]) state.changed = 0;
    workers[0]?.parts.copyDeleted('team-a');
    workers[0]?.parts.changed();
    for (const { state } of [first, second]) {
      expect(state).toMatchObject({ changed: 1, gone: ['team-a'] });
    }
  });

  it('separates cluster namespaces', async () => {
    const { workers, connect } = setUp();
    connect('first', 'n').objects.setClaims('a', claims);
    connect('second', 'm').objects.setClaims('b', others);
    await flushPromises();
    expect(workers.map(({ declared }) => [...declared.keys()])).toEqual([
      ['a'],
      ['b'],
    ]);
  });

  it('continues with another connection when the active one ends, once that has stopped writing', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    first.objects.setClaims('a', claims);
    const second = connect('second');
    second.objects.setClaims('b', others);
    await flushPromises();
    first.stop();
    await flushPromises();
    expect(workers[0]?.parts.signal.aborted).toBe(true);
    expect(workers).toHaveLength(1);
    expect(second.objects.issueReports('b')).toEqual(unknownReports);
    expect(second.objects.status('b')).toEqual({ isKnown: false });
    second.state.changed = 0;
    workers[0]?.finish();
    await flushPromises();
    expect(second.state.changed).toBe(1);
    expect(workers[1]?.clusterNamespace).toBe('second');
    expect([...(workers[1]?.declared ?? [])]).toEqual([['b', others]]);
  });

  it('ends the claims of a connection that ends, and no others', async () => {
    const { workers, connect } = setUp();
    connect('first').objects.setClaims('a', claims);
    const second = connect('second');
    second.objects.setClaims('b', others);
    await flushPromises();
    second.stop();
    await flushPromises();
    expect(workers).toHaveLength(1);
    expect(workers[0]?.declared.get('b')).toEqual([]);
    expect(workers[0]?.parts.signal.aborted).toBe(false);
  });

  it('ignores claims set by a connection that has ended', async () => {
    const { workers, connect } = setUp();
    connect('first').objects.setClaims('a', claims);
    const second = connect('second');
    second.objects.setClaims('b', others);
    await flushPromises();
    second.stop();
    second.objects.setClaims('b', others);
    second.objects.setClaims('a', []);
    expect([...(workers[0]?.declared ?? [])]).toEqual([
      ['a', claims],
      ['b', []],
    ]);
  });

  it('continues all bindings with another connection when the active one is lost', async () => {
    const { shared, workers, connect } = setUp();
    const first = connect('first');
    first.objects.setClaims('a', claims);
    const second = connect('second');
    second.objects.setClaims('b', others);
    await flushPromises();
    first.state.lost = true;
    shared.reevaluate();
    workers[0]?.finish();
    await flushPromises();
    expect(workers.map(({ clusterNamespace }) => clusterNamespace)).toEqual([
      'first',
      'second',
    ]);
    expect([...(workers[1]?.declared.keys() ?? [])]).toEqual(['a', 'b']);

    first.state.lost = false;
    shared.reevaluate();
    await flushPromises();
    expect(workers).toHaveLength(2);
  });

  it('keeps its connection when all connections are lost', async () => {
    const { shared, workers, connect } = setUp();
    const both = [connect('first'), connect('second')];
    for (const { state } of both) state.lost = true;
    await flushPromises();
    shared.reevaluate();
    await flushPromises();
    expect(workers.map(({ clusterNamespace }) => clusterNamespace)).toEqual([
      'first',
    ]);
  });

  it('waits until the previous connection has stopped, even if there was none in between', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    await flushPromises();
    first.stop();
    await flushPromises();
    connect('second');
    await flushPromises();
    expect(workers).toHaveLength(1);
    workers[0]?.finish();
    await flushPromises();
    expect(workers[1]?.clusterNamespace).toBe('second');
  });

  it('starts nothing when all connections end together', async () => {
    const { workers, connect } = setUp();
    const both = [connect('first'), connect('second')];
    await flushPromises();
    both.forEach(({ stop }) => stop());
    workers[0]?.finish();
    await Promise.all(both.map(({ objects }) => objects.stopped()));
    await flushPromises();
    expect(workers).toHaveLength(1);
  });

  it('sets expected claims that no connection declares, suspended, before the declared ones', async () => {
    const { shared, workers, connect } = setUp();
    const { objects, state } = connect('first');
    state.expected = new Map([
      ['a', { claims }],
      ['b', { claims }],
    ]);
    objects.setClaims('a', claims);
    await flushPromises();
    const [worker] = workers;
    expect(worker?.calls).toEqual(['b suspended', 'a']);
    objects.setClaims('b', claims);
    expect(worker?.calls.slice(2)).toEqual(['a', 'b']);
    objects.setClaims('b', []);
    expect(worker?.calls.slice(4)).toEqual(['b suspended', 'a']);
    state.expected = new Map([['a', { claims }]]);
    shared.reevaluate();
    expect(worker?.declared.get('b')).toEqual([]);
  });

  it('R01: reports a failure of one cluster namespace to its own bindings, and does not affect others', async () => {
    const { shared, workers, connect, errors } = setUp();
    const bad = connect('bad', 'n');
    const good = connect('good', 'm');
    await flushPromises();
    bad.state.failure = new Error('no spec');
    good.state.expected = new Map([['b', { claims }]]);
    shared.reevaluate();
    bad.objects.setClaims('a', claims);
    expect(workers[1]?.calls).toEqual(['b suspended']);
    expect(good.objects.status('b').failure?.message).toBe('b');
    expect(bad.objects.status('a')).toMatchObject({
      isKnown: true,
      failure: { message: 'no spec' },
    });
    expect(errors.length).toBeGreaterThan(0);

    bad.state.failure = undefined;
    shared.reevaluate();
    expect(workers[0]?.calls).toEqual(['a']);
    expect(bad.objects.status('a').failure?.message).toBe('a');
  });

  it('R01: does not throw when it starts or when a connection ends', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    first.state.failure = new Error('no spec');
    await flushPromises();
    const second = connect('second');
    second.state.failure = new Error('no spec');
    second.stop();
    first.stop();
    workers[0]?.finish();
    await flushPromises();
    await first.objects.stopped();
    expect(workers).toHaveLength(1);
  });

  it('starts nothing while the expected claims are unknown', async () => {
    const { shared, workers, connect } = setUp();
    const { objects, state } = connect('first');
    state.expected = undefined;
    objects.setClaims('a', claims);
    await flushPromises();
    expect(workers[0]?.calls).toEqual([]);
    state.expected = new Map([['b', { claims }]]);
    shared.reevaluate();
    expect(workers[0]?.calls).toEqual(['b suspended', 'a']);
  });
});
