/** Who does the work of the claims in a cluster namespace that several connections lead to. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Logger } from '@klutch/kube';
import { nothingKnown, nothingOfAnyKind } from '../feedback/Tallies';
import type { RelatedObjectsParts } from './relatedObjects';
import {
  SharedClaims,
  type ClaimsConnection,
  type SaidClaims,
} from './SharedClaims';

const claims: PermissionClaim[] = [{ resource: 'secrets', version: 'v1' }];
const others: PermissionClaim[] = [{ resource: 'configmaps', version: 'v1' }];
const settle = () => new Promise(setImmediate);

/** What does the work, as one connection has it. */
interface Worker {
  over: unknown;
  parts: RelatedObjectsParts;
  said: Map<string, readonly PermissionClaim[]>;
  /** In which order it heard of bindings, and whether they act. */
  heard: string[];
  /** Nothing is written any more. */
  finish: () => void;
}

function setUp() {
  const workers: Worker[] = [];
  const errors: unknown[] = [];
  const logger = { error: (fields: object) => errors.push(fields) };
  const shared = new SharedClaims(logger as unknown as Logger, parts => {
    const said = new Map<string, readonly PermissionClaim[]>();
    const heard: string[] = [];
    const stopped = new Promise<void>(finish => {
      workers.push({
        over: parts.clusterNamespace,
        parts,
        said,
        heard,
        finish,
      });
    });
    return {
      set(binding, list, terms) {
        said.set(binding, list);
        heard.push(`${binding}${terms?.handsOff ? ' hands off' : ''}`);
      },
      standing: binding => ({
        known: true,
        trouble: { message: binding, since: new Date(0) },
      }),
      tallies: () => nothingOfAnyKind,
      stopped: () => stopped,
    };
  });
  /** A connection, called by the only thing here that tells it from others. */
  const connect = (name: string, uid = 'n') => {
    const stop = new AbortController();
    const state = {
      lost: false,
      changed: 0,
      gone: [] as string[],
      expected: new Map() as Map<string, SaidClaims> | undefined,
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
      copyGone: (namespace: string) => state.gone.push(namespace),
      signal: stop.signal,
    } as unknown as ClaimsConnection);
    return { objects, state, stop: () => stop.abort() };
  };
  return { shared, workers, connect, errors };
}

describe('SharedClaims', () => {
  it('has one connection work for all that lead to a cluster namespace', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    first.objects.set('a', claims);
    const second = connect('second');
    second.objects.set('b', others);
    await settle();
    expect(workers.map(({ over }) => over)).toEqual(['first']);
    expect([...(workers[0]?.said ?? [])]).toEqual([
      ['a', claims],
      ['b', others],
    ]);
    expect(second.objects.standing('b').trouble?.message).toBe('b');
    for (const { state } of [first, second]) state.changed = 0;
    workers[0]?.parts.copyGone('team-a');
    workers[0]?.parts.changed();
    for (const { state } of [first, second]) {
      expect(state).toMatchObject({ changed: 1, gone: ['team-a'] });
    }
  });

  it('keeps cluster namespaces apart', async () => {
    const { workers, connect } = setUp();
    connect('first', 'n').objects.set('a', claims);
    connect('second', 'm').objects.set('b', others);
    await settle();
    expect(workers.map(({ said }) => [...said.keys()])).toEqual([['a'], ['b']]);
  });

  it('goes on over another connection when the one at work ends, and not before that writes nothing any more', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    first.objects.set('a', claims);
    const second = connect('second');
    second.objects.set('b', others);
    await settle();
    first.stop();
    await settle();
    expect(workers[0]?.parts.signal.aborted).toBe(true);
    expect(workers).toHaveLength(1);
    expect(second.objects.tallies('b')).toEqual(nothingKnown);
    expect(second.objects.standing('b')).toEqual({ known: false });
    second.state.changed = 0;
    workers[0]?.finish();
    await settle();
    expect(second.state.changed).toBe(1);
    expect(workers[1]?.over).toBe('second');
    expect([...(workers[1]?.said ?? [])]).toEqual([['b', others]]);
  });

  it('ends the claims of a connection that ends, and all others go on', async () => {
    const { workers, connect } = setUp();
    connect('first').objects.set('a', claims);
    const second = connect('second');
    second.objects.set('b', others);
    await settle();
    second.stop();
    await settle();
    expect(workers).toHaveLength(1);
    expect(workers[0]?.said.get('b')).toEqual([]);
    expect(workers[0]?.parts.signal.aborted).toBe(false);
  });

  it('hears nothing of a connection that has ended', async () => {
    const { workers, connect } = setUp();
    connect('first').objects.set('a', claims);
    const second = connect('second');
    second.objects.set('b', others);
    await settle();
    second.stop();
    second.objects.set('b', others);
    second.objects.set('a', []);
    expect([...(workers[0]?.said ?? [])]).toEqual([
      ['a', claims],
      ['b', []],
    ]);
  });

  it('goes on over another connection when the one at work is lost, for all bindings', async () => {
    const { shared, workers, connect } = setUp();
    const first = connect('first');
    first.objects.set('a', claims);
    const second = connect('second');
    second.objects.set('b', others);
    await settle();
    first.state.lost = true;
    shared.review();
    workers[0]?.finish();
    await settle();
    expect(workers.map(({ over }) => over)).toEqual(['first', 'second']);
    expect([...(workers[1]?.said.keys() ?? [])]).toEqual(['a', 'b']);

    first.state.lost = false;
    shared.review();
    await settle();
    expect(workers).toHaveLength(2);
  });

  it('stays where it is when all connections are lost', async () => {
    const { shared, workers, connect } = setUp();
    const both = [connect('first'), connect('second')];
    for (const { state } of both) state.lost = true;
    await settle();
    shared.review();
    await settle();
    expect(workers.map(({ over }) => over)).toEqual(['first']);
  });

  it('waits for who worked before also when nobody was there in between', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    await settle();
    first.stop();
    await settle();
    connect('second');
    await settle();
    expect(workers).toHaveLength(1);
    workers[0]?.finish();
    await settle();
    expect(workers[1]?.over).toBe('second');
  });

  it('begins nothing for connections that end together', async () => {
    const { workers, connect } = setUp();
    const both = [connect('first'), connect('second')];
    await settle();
    both.forEach(({ stop }) => stop());
    workers[0]?.finish();
    await Promise.all(both.map(({ objects }) => objects.stopped()));
    await settle();
    expect(workers).toHaveLength(1);
  });

  it('tells first of the claims of who is expected and says nothing, or nothing any more: they are hands off', async () => {
    const { shared, workers, connect } = setUp();
    const { objects, state } = connect('first');
    state.expected = new Map([
      ['a', { claims }],
      ['b', { claims }],
    ]);
    objects.set('a', claims);
    await settle();
    const [worker] = workers;
    expect(worker?.heard).toEqual(['b hands off', 'a']);
    objects.set('b', claims);
    expect(worker?.heard.slice(2)).toEqual(['a', 'b']);
    objects.set('b', []);
    expect(worker?.heard.slice(4)).toEqual(['b hands off', 'a']);
    state.expected = new Map([['a', { claims }]]);
    shared.review();
    expect(worker?.said.get('b')).toEqual([]);
  });

  it('R01: a failure of one cluster namespace is told to its own bindings, and all others go on', async () => {
    const { shared, workers, connect, errors } = setUp();
    const bad = connect('bad', 'n');
    const good = connect('good', 'm');
    await settle();
    bad.state.failure = new Error('no spec');
    good.state.expected = new Map([['b', { claims }]]);
    shared.review();
    bad.objects.set('a', claims);
    expect(workers[1]?.heard).toEqual(['b hands off']);
    expect(good.objects.standing('b').trouble?.message).toBe('b');
    expect(bad.objects.standing('a')).toMatchObject({
      known: true,
      trouble: { message: 'no spec' },
    });
    expect(errors.length).toBeGreaterThan(0);

    bad.state.failure = undefined;
    shared.review();
    expect(workers[0]?.heard).toEqual(['a']);
    expect(bad.objects.standing('a').trouble?.message).toBe('a');
  });

  it('R01: fails neither when it begins nor when a connection ends', async () => {
    const { workers, connect } = setUp();
    const first = connect('first');
    first.state.failure = new Error('no spec');
    await settle();
    const second = connect('second');
    second.state.failure = new Error('no spec');
    second.stop();
    first.stop();
    workers[0]?.finish();
    await settle();
    await first.objects.stopped();
    expect(workers).toHaveLength(1);
  });

  it('begins nothing while nobody knows who is expected', async () => {
    const { shared, workers, connect } = setUp();
    const { objects, state } = connect('first');
    state.expected = undefined;
    objects.set('a', claims);
    await settle();
    expect(workers[0]?.heard).toEqual([]);
    state.expected = new Map([['b', { claims }]]);
    shared.review();
    expect(workers[0]?.heard).toEqual(['b hands off', 'a']);
  });
});
