/** What is not written any more between two writes to a claimed pair, and what is told of a copy that is left alone. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  ApiError,
  type KubeClient,
  type KubeObject,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import type { ScanResult } from '../feedback/InitialScan';
import { watchLagToleranceMs } from '../feedback/IssueCounter';
import { mappingOf } from '../mapping/mappingOf';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { pins, thing } from '../testing/objects';
import { ClaimFeedback } from './feedback/claimFeedback';
import {
  createClaimReconcile,
  type ClaimReconcileParts,
} from './reconcileClaimed';

const secrets = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
};
const claimsOnSecrets: PermissionClaim[] = [
  { resource: 'secrets', version: 'v1' },
];
const secret: Unstructured = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    namespace: 'cluster-x-team-a',
    name: 'db',
    uid: 'p1',
    resourceVersion: '1',
  },
  data: { user: 'YQ==' },
};

/** What is there all the time, and nothing of interest happens with. */
const partsWith = (
  signal: AbortSignal,
  now: () => number,
  own: object,
): ClaimReconcileParts =>
  ({
    mapping: mappingOf(secrets, 'Prefixed', { name: 'x', uid: 'n' }, {
      of: () => 'cluster-x-team-a',
      recordSyncedType: () => undefined,
    } as unknown as ServiceNamespaces),
    consumers: { get: () => undefined, health: { state: 'watching' } },
    namespaces: { get: () => thing({ uid: 'home' }) },
    claimant: { pins, marks: { annotations: {} } },
    isRefused: () => false,
    observedDeletions: {
      confirmed: async () => undefined,
      forget() {},
      markOwnDeletion() {},
    },
    claimedDeletions: { remove() {} },
    feedback: new ClaimFeedback({
      events: { report() {}, forget() {} },
      resource: secrets,
      changed() {},
      failure: () => undefined,
      keys: () => [],
      isComplete: () => true,
      enqueue() {},
      signal,
      now,
    }),
    selects: () => true,
    hasSyncedAt: () => true,
    isReserved: () => false,
    leaderElector: { isLeader: true },
    breaker: { isOpen: false },
    ...own,
  }) as unknown as ClaimReconcileParts;

/** A secret of the control plane that is new: it is made on the app cluster, then marked. */
function newSecret() {
  const writes: string[] = [];
  const stop = new AbortController();
  const scanResult: ScanResult = {};
  const state = {
    claims: claimsOnSecrets,
    isKnown: true,
    afterFirst: () => {},
  };
  const wrote = (what: string) => {
    writes.push(what);
    if (writes.length === 1) state.afterFirst();
  };
  const client = (side: string, held: Unstructured | undefined) =>
    ({
      get: async () => held,
      async mergePatch(_resource: unknown, _key: unknown, patch: Unstructured) {
        wrote(`patch ${side}`);
        return {
          ...secret,
          metadata: { ...secret.metadata, ...patch.metadata },
        };
      },
      async create(_resource: unknown, object: Unstructured) {
        wrote(`create ${side}`);
        return { ...object, metadata: { ...object.metadata, uid: 'c1' } };
      },
    }) as unknown as KubeClient;
  const parts = partsWith(stop.signal, Date.now, {
    providerClient: client('provider', secret),
    consumerClient: client('consumer', undefined),
    providers: { hasSynced: () => true, get: () => secret },
    claims: () => state.claims,
    hasSyncedAt: () => state.isKnown,
  });
  const reconcile = createClaimReconcile(parts);
  return {
    writes,
    state,
    scanResult,
    stop,
    run: () =>
      reconcile(
        'team-a/db',
        {
          signal: stop.signal,
          requeueAfter() {},
        } as unknown as ReconcileContext,
        scanResult,
      ),
  };
}

describe('a claimed secret that is new', () => {
  it('is made on the other side, then marked where it is', async () => {
    const { run, writes } = newSecret();
    await run();
    expect(writes).toEqual(['create consumer', 'patch provider']);
  });

  it('waits until it is known which claims select it by fields, as each may keep others from overwriting', async () => {
    const { run, writes, state, scanResult } = newSecret();
    state.isKnown = false;
    await run();
    expect(writes).toEqual([]);
    expect(scanResult.problem).toContain('field selectors');
    state.isKnown = true;
    await run();
    expect(writes).toEqual(['create consumer', 'patch provider']);
  });

  it('is not marked when the claim was answered anew in between', async () => {
    const { run, writes, state } = newSecret();
    state.afterFirst = () => {
      state.claims = [];
    };
    await run();
    expect(writes).toEqual(['create consumer']);
  });

  it('is not marked when the process was told to end in between', async () => {
    const { run, writes, state, stop } = newSecret();
    state.afterFirst = () => stop.abort();
    await run();
    expect(writes).toEqual(['create consumer']);
  });
});

/** A copy on the control plane whose original is not there, and by default nobody was seen to delete it. */
function leftAlone(own: object = {}) {
  let now = 1_000_000;
  let reads = 0;
  const waits: number[] = [];
  const stop = new AbortController();
  const state: { copy: Unstructured | undefined } = {
    copy: {
      ...secret,
      metadata: {
        ...secret.metadata,
        annotations: {
          'klutch.anynines.com/resource-owner': 'Consumer',
          'klutch.anynines.com/consumer-cluster': pins.consumerCluster,
        },
      },
    },
  };
  const parts = partsWith(stop.signal, () => now, {
    providerClient: {
      get: async () => {
        reads += 1;
        return state.copy;
      },
    },
    consumerClient: { get: async () => undefined },
    providers: { hasSynced: () => true, get: () => state.copy },
    claims: () => claimsOnSecrets,
    ...own,
  });
  const reconcile = createClaimReconcile(parts);
  return {
    state,
    orphans: parts.feedback.issueTracker.counters.orphans,
    waits,
    reads: () => reads,
    pass: (ms: number) => {
      now += ms;
    },
    run: () =>
      reconcile(
        'team-a/db',
        {
          signal: stop.signal,
          requeueAfter: (ms: number) => void waits.push(ms),
        } as unknown as ReconcileContext,
        {},
      ),
  };
}

describe('a claimed copy without its original', () => {
  it('is looked at again until it counts as an orphan, then no more, and is told until it is gone', async () => {
    const { run, orphans, waits, reads, pass, state } = leftAlone();
    await run();
    expect(waits).toEqual([watchLagToleranceMs]);
    expect(orphans.isPending('secrets team-a/db')).toBe(true);
    pass(watchLagToleranceMs);
    await run();
    await run();
    expect(waits).toHaveLength(1);
    expect(reads()).toBe(2);
    expect(orphans.report()).toEqual({
      count: 1,
      names: ['secrets team-a/db'],
    });
    state.copy = undefined;
    await run();
    pass(watchLagToleranceMs);
    expect(orphans.report()).toEqual({ count: 0, names: [] });
  });
});

describe('a claimed copy whose original was deleted by somebody', () => {
  it('does not go by a claim that comes after it was found to stay', async () => {
    const deleted: Unstructured = {
      ...secret,
      metadata: { uid: 'c1', labels: { app: 'a' } },
    };
    let seen: Unstructured | undefined = deleted;
    const deletions: string[] = [];
    const selector = { labelSelectors: [{ app: 'b' }] };
    let claims: PermissionClaim[] = [
      { resource: 'secrets', version: 'v1', selector },
    ];
    const { run, orphans } = leftAlone({
      observedDeletions: {
        confirmed: async () => seen,
        forget: () => {
          seen = undefined;
        },
      },
      claimedDeletions: {
        remove() {},
        execute: async (key: string) => deletions.push(key),
      },
      claims: () => claims,
    });
    await run();
    expect(orphans.isPending('secrets team-a/db')).toBe(true);
    claims = claimsOnSecrets;
    await run();
    expect(deletions).toEqual([]);
    seen = deleted;
    await run();
    expect(deletions).toEqual(['team-a/db']);
  });
});

/** A secret of the control plane that is to come down, and a place for it that may be missing. */
function comingDown() {
  const writes: string[] = [];
  const waits: number[] = [];
  let reads = 0;
  const state = {
    /** Of the app cluster, as the konnector knows it. */
    namespace: thing({ uid: 'home' }) as KubeObject | undefined,
    follows: 'watching',
    missing: undefined as ApiError | undefined,
  };
  const parts = partsWith(new AbortController().signal, Date.now, {
    providerClient: {
      async get() {
        reads += 1;
        return secret;
      },
      mergePatch: async (
        _type: unknown,
        _key: unknown,
        patch: Unstructured,
      ) => ({
        ...secret,
        metadata: { ...secret.metadata, ...patch.metadata },
      }),
    },
    consumerClient: {
      get: async () => undefined,
      async create(_resource: unknown, object: Unstructured) {
        writes.push('create');
        if (state.missing) throw state.missing;
        return object;
      },
    },
    consumers: {
      get: () => undefined,
      get health() {
        return { state: state.follows };
      },
    },
    namespaces: { get: () => state.namespace },
    providers: { hasSynced: () => true, get: () => secret },
    claims: () => claimsOnSecrets,
  });
  const reconcile = createClaimReconcile(parts);
  return {
    writes,
    waits,
    state,
    feedback: parts.feedback,
    reads: () => reads,
    run: () =>
      reconcile(
        'team-a/db',
        {
          signal: new AbortController().signal,
          requeueAfter: (ms: number) => void waits.push(ms),
        } as unknown as ReconcileContext,
        {},
      ),
  };
}

describe('a claimed secret whose place is missing', () => {
  const gone = new ApiError({
    code: 404,
    reason: 'NotFound',
    message: 'namespaces "team-a" not found',
  });
  const going = new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: 'it is being terminated',
    causes: [{ reason: 'NamespaceTerminating', message: '' }],
  });

  it('is tried again after a minute, as nothing may tell that the place is back', async () => {
    for (const missing of [gone, going]) {
      const { run, state, waits, writes } = comingDown();
      state.missing = missing;
      await run();
      expect(waits).toEqual([60_000]);
      state.missing = undefined;
      await run();
      expect(waits).toHaveLength(1);
      expect(writes).toEqual(['create', 'create']);
    }
  });

  it('is not tried again while its type is not followed: what is served again is looked at', async () => {
    const { run, state, waits } = comingDown();
    state.missing = gone;
    state.follows = 'waiting';
    await run();
    expect(waits).toEqual([]);
  });

  it('costs nothing more while its namespace is known to be gone or going, until there is another one', async () => {
    const terminating = thing({ uid: 'home', deletionTimestamp: 'x' });
    for (const namespace of [undefined, terminating]) {
      const { run, state, waits, writes, reads } = comingDown();
      state.namespace = namespace;
      state.missing = gone;
      await run();
      await run();
      expect(writes).toEqual(['create']);
      expect(waits).toEqual([]);
      expect(reads()).toBe(1);
      state.namespace = thing({ uid: 'next' });
      state.missing = undefined;
      await run();
      expect(writes).toEqual(['create', 'create']);
    }
  });
});

describe('a claimed secret that a cluster refuses', () => {
  const forbidden = new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: 'exceeded quota',
  });
  const refusing = async (
    refused: 'get provider' | 'create consumer' | 'patch provider',
  ) => {
    const call =
      (name: string) => async (_resource: unknown, sent: unknown) => {
        if (name === refused) throw forbidden;
        return name.startsWith('create') ? sent : secret;
      };
    const parts = partsWith(new AbortController().signal, Date.now, {
      providerClient: {
        get: call('get provider'),
        mergePatch: call('patch provider'),
      },
      consumerClient: {
        get: async () => undefined,
        create: call('create consumer'),
      },
      providers: { hasSynced: () => true, get: () => secret },
      claims: () => claimsOnSecrets,
    });
    const reported: string[] = [];
    parts.feedback.reportRefusal = ({ cluster, consumer }) => {
      reported.push(`${cluster}, ${consumer ? 'there' : 'not there'}`);
      return true;
    };
    await createClaimReconcile(parts)(
      'team-a/db',
      {
        signal: new AbortController().signal,
        requeueAfter() {},
      } as unknown as ReconcileContext,
      {},
    );
    return reported;
  };

  it('is told with the right one', async () => {
    expect(await refusing('get provider')).toEqual([
      'control plane, not there',
    ]);
    expect(await refusing('create consumer')).toEqual([
      'app cluster, not there',
    ]);
    expect(await refusing('patch provider')).toEqual(['control plane, there']);
  });
});

/** A secret of the control plane and an app cluster that stores something else than it is given. */
function storedOtherwise(
  stores: (object: Unstructured) => Unstructured,
  update?: PermissionClaim['update'],
) {
  let version = 1;
  let writes: string[] = [];
  const refused: string[] = [];
  const waits: number[] = [];
  const held: Record<string, Unstructured | undefined> = { Provider: secret };
  const put = (side: string, object: Unstructured) => {
    version += 1;
    const stored = side === 'Consumer' ? stores(object) : object;
    held[side] = {
      ...stored,
      metadata: {
        ...stored.metadata,
        uid: held[side]?.metadata.uid ?? `${side} ${version}`,
        resourceVersion: `${version}`,
      },
    };
    return held[side];
  };
  const client = (side: string) =>
    ({
      get: async () => held[side],
      async create(
        _type: unknown,
        object: Unstructured,
        options?: { dryRun?: boolean },
      ) {
        if (options?.dryRun) return object;
        writes.push('create');
        return put(side, object);
      },
      async mergePatch(_type: unknown, _key: unknown, patch: Unstructured) {
        if (side === 'Consumer') writes.push('patch');
        const { annotations, labels } = patch.metadata;
        const before = held[side] ?? secret;
        return put(side, {
          ...before,
          data: { ...(before.data as object), ...(patch.data as object) },
          metadata: {
            ...before.metadata,
            annotations: { ...before.metadata.annotations, ...annotations },
            labels: { ...before.metadata.labels, ...labels },
          },
        });
      },
      async delete() {
        writes.push('delete');
        held[side] = undefined;
      },
    }) as unknown as KubeClient;
  const claims: PermissionClaim[] = [
    { ...claimsOnSecrets[0], resource: 'secrets', version: 'v1', update },
  ];
  let nowMs = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const start = () => {
    const parts = partsWith(new AbortController().signal, Date.now, {
      providerClient: client('Provider'),
      consumerClient: client('Consumer'),
      consumers: {
        get: () => held.Consumer,
        health: { state: 'watching' },
      },
      providers: { hasSynced: () => true, get: () => held.Provider },
      claims: () => claims,
    });
    parts.feedback.reportReverted = () => void refused.push('undone');
    return createClaimReconcile(parts);
  };
  let reconcile = start();
  return {
    refused,
    waits,
    restart: () => void (reconcile = start()),
    later: (ms: number) => void (nowMs += ms),
    /** Somebody changes the secret, or its labels only. */
    change: (change: Partial<Unstructured>) =>
      put('Provider', { ...(held.Provider ?? secret), ...change }),
    /** @returns what it wrote on the app cluster. */
    async look() {
      writes = [];
      await reconcile(
        'team-a/db',
        {
          signal: new AbortController().signal,
          requeueAfter: (ms: number) => void waits.push(ms),
        } as unknown as ReconcileContext,
        {},
      );
      return writes;
    },
  };
}

describe('a server that stores something else than it is given', () => {
  afterEach(() => jest.restoreAllMocks());
  const adds = (object: Unstructured) => ({
    ...object,
    data: { ...(object.data as object), more: 'eA==' },
  });

  it('is given it once, and then left in peace', async () => {
    const fixture = storedOtherwise(adds);
    expect(await fixture.look()).toEqual(['create']);
    expect(await fixture.look()).toEqual([]);
    fixture.change({ metadata: { ...secret.metadata, labels: { a: 'b' } } });
    expect(await fixture.look()).toEqual([]);
    fixture.change({ data: { user: 'Yg==' } });
    expect(await fixture.look()).toEqual(['patch']);
    fixture.restart();
    expect((await fixture.look()).length).toBeLessThanOrEqual(1);
  });

  it('has nothing made anew for that, whatever was restarted', async () => {
    const fixture = storedOtherwise(adds, { alwaysRecreate: true });
    expect(await fixture.look()).toEqual(['create']);
    fixture.change({ metadata: { ...secret.metadata, labels: { a: 'b' } } });
    expect(await fixture.look()).toEqual([]);
    fixture.restart();
    expect(await fixture.look()).not.toContain('delete');
    fixture.change({ data: { user: 'Yg==' } });
    expect(await fixture.look()).toEqual(['delete', 'create']);
    expect(await fixture.look()).toEqual([]);
  });

  it('is left alone for a minute when it takes our marks off, and that is told', async () => {
    const fixture = storedOtherwise(object => ({
      ...object,
      metadata: { ...object.metadata, labels: {} },
    }));
    const first = await fixture.look();
    expect(first.length).toBeLessThanOrEqual(6);
    expect(fixture.refused).toEqual(['undone']);
    expect(fixture.waits).toEqual([60_000]);
    fixture.later(1_000);
    expect(await fixture.look()).toEqual([]);
    expect(fixture.waits).toEqual([60_000, 59_000]);
    fixture.later(60_000);
    expect((await fixture.look()).length).toBeGreaterThan(0);
  });
});
