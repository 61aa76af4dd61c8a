/** Aborted writes between two steps of a claimed pair, and reports on pairs that cannot be synced. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  ApiError,
  type KubeClient,
  type KubeObject,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import type { ReconcileResult } from '../../feedback/IssueTracker';
import { mappingOf } from '../../mapping/mappingOf';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';
import { pins, secrets, thing } from '../../testing/objects';
import { ClaimFeedback } from './feedback/claimFeedback';
import { FieldSelectorError } from './FieldSelectors';
import { PairMemories } from '../PairMemories';
import {
  ClaimedObjectPolicy,
  type ClaimedObjectParts,
} from './ClaimedObjectPolicy';

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

/** What a test replaces; the rest are options. */
interface Replaced {
  consumers?: object;
  providers?: object;
  observedDeletions?: object;
  claimedDeletions?: object;
  fieldSelectors?: object;
  [option: string]: unknown;
}

const partsWith = ({
  consumers = { get: () => undefined, health: { state: 'watching' } },
  providers,
  observedDeletions,
  claimedDeletions,
  fieldSelectors,
  ...options
}: Replaced): ClaimedObjectParts => {
  const memories = new PairMemories();
  const events = { report() {}, forget() {} };
  return {
    options: {
      mapping: mappingOf(secrets, 'Prefixed', { name: 'x', uid: 'n' }, {
        of: () => 'cluster-x-team-a',
        syncedTypes: { record: () => undefined },
      } as unknown as ServiceNamespaces),
      namespaces: { get: () => thing({ uid: 'namespace-uid' }) },
      pins,
      claims: claimsOnSecrets,
      bindings: { byIndex: () => [] },
      leadership: { isLeader: true },
      breaker: { isOpen: false },
      events,
      ...options,
    },
    pairs: { memories, refusal: () => undefined, consumers, providers },
    observedDeletions: {
      confirmed: async () => undefined,
      has: () => false,
      original: () => undefined,
      forget() {},
      markOwnDeletion() {},
      ...observedDeletions,
    },
    claimedDeletions: { remove() {}, ...claimedDeletions },
    feedback: new ClaimFeedback({ memories, events, resource: secrets }),
    fieldSelectors: {
      maySelect: () => () => true,
      selectsOf: async () => () => true,
      setClaims() {},
      ...fieldSelectors,
    },
  } as unknown as ClaimedObjectParts;
};

/** A new secret of the control plane. */
function newSecret() {
  const writes: string[] = [];
  const waits: number[] = [];
  const forgotten: string[] = [];
  const stop = new AbortController();
  const result: ReconcileResult = {};
  let reads = 0;
  let asked = 0;
  let original: Unstructured | undefined;
  const state = {
    isSelected: true,
    /** The answer of a server that does not support a field selector. */
    unsupported: undefined as Error | undefined,
    /** Runs while the servers evaluate field selectors. */
    whileAsked: () => {},
    afterFirst: () => {},
  };
  const wrote = (what: string) => {
    writes.push(what);
    if (writes.length === 1) state.afterFirst();
  };
  const client = (side: string, held: Unstructured | undefined) =>
    ({
      async get() {
        reads += 1;
        return held;
      },
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
  const parts = partsWith({
    providerClient: client('provider', secret),
    consumerClient: client('consumer', undefined),
    providers: { hasSynced: () => true, get: () => secret },
    consumers: { get: () => original, health: { state: 'watching' } },
    observedDeletions: {
      confirmed: async () => undefined,
      has: () => false,
      original: () => undefined,
      forget: (key: string) => void forgotten.push(key),
      markOwnDeletion() {},
    },
    fieldSelectors: {
      maySelect: () => () => true,
      async selectsOf() {
        asked += 1;
        if (state.unsupported) throw state.unsupported;
        state.whileAsked();
        return () => state.isSelected;
      },
    },
  });
  const reconciler = new ClaimedObjectPolicy(parts);
  return {
    writes,
    waits,
    state,
    result,
    stop,
    setClaims: (claims: PermissionClaim[]) => reconciler.setClaims(claims),
    /** Keys whose observed deletion was discarded. */
    forgotten,
    reads: () => reads,
    asked: () => asked,
    /** The watch of the app cluster shows an object of this name. */
    appears: () => void (original = thing({ name: 'db' })),
    run: () =>
      reconciler.reconcile(
        'team-a/db',
        {
          signal: stop.signal,
          requeueAfter: (ms: number) => void waits.push(ms),
        } as unknown as ReconcileContext,
        result,
      ),
  };
}

describe('a claimed secret that is new', () => {
  it('is copied to the app cluster, then marked on the control plane', async () => {
    const { run, writes } = newSecret();
    await run();
    expect(writes).toEqual(['create consumer', 'patch provider']);
  });

  it('is neither read nor written while no field selector selects it, and is asked about once', async () => {
    const { run, writes, state, reads, asked, forgotten } = newSecret();
    state.isSelected = false;
    await run();
    await run();
    expect(writes).toEqual([]);
    expect(reads()).toBe(0);
    expect(asked()).toBe(1);
    expect(forgotten).toEqual(['team-a/db']);
  });

  it('is asked about again when an event came while the servers were asked', async () => {
    const { run, state, asked, appears, forgotten } = newSecret();
    state.isSelected = false;
    state.whileAsked = appears;
    await run();
    expect(forgotten).toEqual([]);
    await run();
    expect(asked()).toBe(2);
  });

  it('is not copied when it is no longer selected once it is read', async () => {
    const { run, writes, state, reads } = newSecret();
    state.whileAsked = () => {
      if (reads() > 0) state.isSelected = false;
    };
    await run();
    expect(reads()).toBeGreaterThan(0);
    expect(writes).toEqual([]);
  });

  it('is not written while a server does not support a field selector', async () => {
    const { run, writes, waits, state, result } = newSecret();
    state.unsupported = new FieldSelectorError('unknown field');
    await run();
    expect(writes).toEqual([]);
    expect(result.problem).toBe('unknown field');
    expect(waits).toEqual([60_000]);
    state.unsupported = undefined;
    await run();
    expect(writes).toEqual(['create consumer', 'patch provider']);
  });

  it('is not marked when the claims changed after the create', async () => {
    const { run, writes, state, setClaims } = newSecret();
    state.afterFirst = () => setClaims([]);
    await run();
    expect(writes).toEqual(['create consumer']);
  });

  it('is not marked when the signal aborted after the create', async () => {
    const { run, writes, state, stop } = newSecret();
    state.afterFirst = () => stop.abort();
    await run();
    expect(writes).toEqual(['create consumer']);
  });
});

/** A copy on the control plane whose original is missing, by default without an observed deletion. */
function orphanedCopy(own: Replaced = {}) {
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
  const parts = partsWith({
    providerClient: {
      get: async () => {
        reads += 1;
        return state.copy;
      },
    },
    consumerClient: { get: async () => undefined },
    providers: { hasSynced: () => true, get: () => state.copy },
    ...own,
  });
  const reconciler = new ClaimedObjectPolicy(parts);
  return {
    state,
    setClaims: (claims: PermissionClaim[]) => reconciler.setClaims(claims),
    waits,
    reads: () => reads,
    /** @returns the issue that the reconcile determined. */
    async run(): Promise<ReconcileResult['issue']> {
      const result: ReconcileResult = {};
      await reconciler.reconcile(
        'team-a/db',
        {
          signal: stop.signal,
          requeueAfter: (ms: number) => void waits.push(ms),
        } as unknown as ReconcileContext,
        result,
      );
      return result.issue;
    },
  };
}

describe('a claimed copy without its original', () => {
  it('is an orphan until it is deleted, and is read once', async () => {
    const { run, waits, reads, state } = orphanedCopy();
    expect(await run()).toEqual({ kind: 'orphans' });
    // The issue stays as it is.
    expect(await run()).toBeUndefined();
    expect(waits).toEqual([]);
    expect(reads()).toBe(1);
    state.copy = undefined;
    expect(await run()).toBe('none');
  });
});

describe('a claimed copy whose original a client deleted', () => {
  it('is deleted before the watch has shown the copy', async () => {
    const deleted: Unstructured = { ...secret, metadata: { uid: 'c1' } };
    const deletions: string[] = [];
    const { run } = orphanedCopy({
      providers: { hasSynced: () => true, get: () => undefined },
      observedDeletions: {
        confirmed: async () => deleted,
        has: () => true,
        original: () => deleted,
        forget() {},
      },
      claimedDeletions: {
        remove() {},
        execute: async (key: string) => deletions.push(key),
      },
    });
    await run();
    expect(deletions).toEqual(['team-a/db']);
  });

  it('is not deleted for a later claim once it is an orphan', async () => {
    const deleted: Unstructured = {
      ...secret,
      metadata: { uid: 'c1', labels: { app: 'a' } },
    };
    let seen: Unstructured | undefined = deleted;
    const deletions: string[] = [];
    const selector = { labelSelectors: [{ app: 'b' }] };
    const claims: PermissionClaim[] = [
      { resource: 'secrets', version: 'v1', selector },
    ];
    const { run, setClaims } = orphanedCopy({
      observedDeletions: {
        confirmed: async () => seen,
        has: () => seen !== undefined,
        forget: () => {
          seen = undefined;
        },
      },
      claimedDeletions: {
        remove() {},
        execute: async (key: string) => deletions.push(key),
      },
      claims,
    });
    expect(await run()).toEqual({ kind: 'orphans' });
    setClaims(claimsOnSecrets);
    await run();
    expect(deletions).toEqual([]);
    seen = deleted;
    await run();
    expect(deletions).toEqual(['team-a/db']);
  });
});

/** A secret of the control plane whose namespace or type may be missing on the app cluster. */
function missingTarget() {
  const writes: string[] = [];
  const waits: number[] = [];
  let reads = 0;
  const state = {
    /** Namespace of the app cluster, from the cache. */
    namespace: thing({ uid: 'namespace-uid' }) as KubeObject | undefined,
    watchState: 'watching',
    missing: undefined as ApiError | undefined,
  };
  const parts = partsWith({
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
        return { state: state.watchState };
      },
    },
    namespaces: { get: () => state.namespace },
    providers: { hasSynced: () => true, get: () => secret },
  });
  const reconciler = new ClaimedObjectPolicy(parts);
  return {
    writes,
    waits,
    state,
    reads: () => reads,
    /** @returns the issue that the reconcile determined. */
    async run(): Promise<ReconcileResult['issue']> {
      const result: ReconcileResult = {};
      await reconciler.reconcile(
        'team-a/db',
        {
          signal: new AbortController().signal,
          requeueAfter: (ms: number) => void waits.push(ms),
        } as unknown as ReconcileContext,
        result,
      );
      return result.issue;
    },
  };
}

describe('a claimed secret whose namespace or type is missing', () => {
  const notFound = new ApiError({
    code: 404,
    reason: 'NotFound',
    message: 'namespaces "team-a" not found',
  });
  const namespaceTerminating = new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: 'namespace is being terminated',
    causes: [{ reason: 'NamespaceTerminating', message: '' }],
  });

  it('is retried after a minute, because no event may announce the namespace', async () => {
    for (const missing of [notFound, namespaceTerminating]) {
      const { run, state, waits, writes } = missingTarget();
      state.missing = missing;
      // It is not the object that is refused.
      expect(await run()).toBe('none');
      expect(waits).toEqual([60_000]);
      state.missing = undefined;
      await run();
      expect(waits).toHaveLength(1);
      expect(writes).toEqual(['create', 'create']);
    }
  });

  it('is not retried while its type is not watched, because a served type requeues its objects', async () => {
    const { run, state, waits } = missingTarget();
    state.missing = notFound;
    state.watchState = 'waiting';
    await run();
    expect(waits).toEqual([]);
  });

  it('sends no request while its namespace is missing or terminating, until a new one exists', async () => {
    const terminating = thing({ uid: 'namespace-uid', deletionTimestamp: 'x' });
    for (const namespace of [undefined, terminating]) {
      const { run, state, waits, writes, reads } = missingTarget();
      state.namespace = namespace;
      state.missing = notFound;
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
    const parts = partsWith({
      providerClient: {
        get: call('get provider'),
        mergePatch: call('patch provider'),
      },
      consumerClient: {
        get: async () => undefined,
        create: call('create consumer'),
      },
      providers: { hasSynced: () => true, get: () => secret },
    });
    const reported: string[] = [];
    parts.feedback.reportRefusal = ({ cluster, consumer }) => {
      reported.push(`${cluster}, ${consumer ? 'exists' : 'missing'}`);
      return true;
    };
    await new ClaimedObjectPolicy(parts).reconcile(
      'team-a/db',
      {
        signal: new AbortController().signal,
        requeueAfter() {},
      } as unknown as ReconcileContext,
      {},
    );
    return reported;
  };

  it('is reported with the cluster that refused', async () => {
    expect(await refusing('get provider')).toEqual(['control plane, missing']);
    expect(await refusing('create consumer')).toEqual(['app cluster, missing']);
    expect(await refusing('patch provider')).toEqual(['control plane, exists']);
  });
});

/** A secret of the control plane, and an app cluster that stores content other than what is sent. */
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
    const parts = partsWith({
      providerClient: client('Provider'),
      consumerClient: client('Consumer'),
      consumers: {
        get: () => held.Consumer,
        health: { state: 'watching' },
      },
      providers: { hasSynced: () => true, get: () => held.Provider },
      claims,
    });
    parts.feedback.reportReverted = () => void refused.push('reverted');
    return new ClaimedObjectPolicy(parts);
  };
  let reconciler = start();
  return {
    refused,
    waits,
    restart: () => void (reconciler = start()),
    later: (ms: number) => void (nowMs += ms),
    /** Changes the secret on the control plane. */
    change: (change: Partial<Unstructured>) =>
      put('Provider', { ...(held.Provider ?? secret), ...change }),
    /** @returns the writes to the app cluster. */
    async reconcile() {
      writes = [];
      await reconciler.reconcile(
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

describe('a server that stores other content than sent', () => {
  afterEach(() => jest.restoreAllMocks());
  const adds = (object: Unstructured) => ({
    ...object,
    data: { ...(object.data as object), more: 'eA==' },
  });

  it('is sent each content once', async () => {
    const fixture = storedOtherwise(adds);
    expect(await fixture.reconcile()).toEqual(['create']);
    expect(await fixture.reconcile()).toEqual([]);
    fixture.change({ metadata: { ...secret.metadata, labels: { a: 'b' } } });
    expect(await fixture.reconcile()).toEqual([]);
    fixture.change({ data: { user: 'Yg==' } });
    expect(await fixture.reconcile()).toEqual(['patch']);
    fixture.restart();
    expect((await fixture.reconcile()).length).toBeLessThanOrEqual(1);
  });

  it('causes no recreation, also after a restart', async () => {
    const fixture = storedOtherwise(adds, { alwaysRecreate: true });
    expect(await fixture.reconcile()).toEqual(['create']);
    fixture.change({ metadata: { ...secret.metadata, labels: { a: 'b' } } });
    expect(await fixture.reconcile()).toEqual([]);
    fixture.restart();
    expect(await fixture.reconcile()).not.toContain('delete');
    fixture.change({ data: { user: 'Yg==' } });
    expect(await fixture.reconcile()).toEqual(['delete', 'create']);
    expect(await fixture.reconcile()).toEqual([]);
  });

  it('causes a reported backoff of a minute when it removes our marks', async () => {
    const fixture = storedOtherwise(object => ({
      ...object,
      metadata: { ...object.metadata, labels: {} },
    }));
    const first = await fixture.reconcile();
    expect(first.length).toBeLessThanOrEqual(6);
    expect(fixture.refused).toEqual(['reverted']);
    expect(fixture.waits).toEqual([60_000]);
    fixture.later(1_000);
    expect(await fixture.reconcile()).toEqual([]);
    expect(fixture.waits).toEqual([60_000, 59_000]);
    fixture.later(60_000);
    expect((await fixture.reconcile()).length).toBeGreaterThan(0);
  });
});

it.each([
  [true, 0],
  [false, 1],
])(
  'a kubeconfig secret is neither read nor written: of a binding %s',
  async (isOfBinding, reads) => {
    const get = jest.fn(async () => undefined);
    const parts = partsWith({
      providerClient: { get },
      consumerClient: { get: async () => undefined },
      providers: { hasSynced: () => true, get: () => secret },
      bindings: { byIndex: () => (isOfBinding ? [{}] : []) },
    });
    await new ClaimedObjectPolicy(parts).reconcile(
      'team-a/db',
      {
        signal: new AbortController().signal,
        requeueAfter() {},
      } as unknown as ReconcileContext,
      {},
    );
    expect(get).toHaveBeenCalledTimes(reads);
  },
);
