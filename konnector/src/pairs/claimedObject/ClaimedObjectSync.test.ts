/** What changes of claimed objects cause: priorities of the queued objects, the end of Events, and what is kept. */
import {
  createLogger,
  type CacheChange,
  type KubeClient,
  type KubeObject,
  type Namespace,
  type Unstructured,
} from '@klutch/kube';
import {
  ProviderCache,
  type ProviderCacheOptions,
} from '../../providerCaches/ProviderCache';
import { mappingOf } from '../../mapping/mappingOf';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { pins, secrets, thing } from '../../testing/objects';
import {
  ClaimedObjectSync,
  toMetadata,
  toMetadataWithOwners,
} from './ClaimedObjectSync';
import type { ClaimedObjectOptions } from './ClaimedObjectOptions';

jest.mock('../../providerCaches/ProviderCache');

const original = (name: string) => thing({ name });
const copy = (name: string) => thing({ name, namespace: 'x-team-a' });
const listeners = <T>() => {
  const all = new Set<(news: T) => void>();
  const subscribe = (listener: (news: T) => void) => {
    all.add(listener);
    return () => void all.delete(listener);
  };
  return {
    subscribe,
    notify: (change: T) => all.forEach(listen => listen(change)),
  };
};

/** The app cluster has `listed`, then a user creates `new` and deletes it; the control plane has `copied`. */
async function claimSync() {
  const stop = new AbortController();
  const ended = new Promise(resolve =>
    stop.signal.addEventListener('abort', resolve),
  );
  const queued = new Map<string, string>();
  const namespaces = listeners<CacheChange<Namespace>>();
  let userCreates = () => {};
  const created = new Promise<void>(resolve => (userCreates = resolve));
  let userDeletes = () => {};
  const deleted = new Promise<void>(resolve => (userDeletes = resolve));
  const forgotten: string[] = [];
  let lead = () => {};
  let copies: ProviderCacheOptions<KubeObject> | undefined;
  const consumerClient = {
    async *watch() {
      yield { type: 'ADDED', object: original('listed') };
      const annotations = { 'k8s.io/initial-events-end': 'true' };
      yield { type: 'BOOKMARK', object: thing({ annotations }) };
      await created;
      yield { type: 'ADDED', object: original('new') };
      await deleted;
      yield { type: 'DELETED', object: original('new') };
      await ended;
    },
    get: async () => undefined,
  } as unknown as KubeClient;
  const serviceNamespaces = {
    cache: {
      synced: true,
      whenSynced: async () => undefined,
      subscribe: () => () => {},
      list: () => [],
    },
    of: () => 'x-team-a',
    consumerOf: () => 'team-a',
  } as unknown as ServiceNamespaces;
  jest.mocked(ProviderCache<KubeObject>).mockImplementation(options => {
    copies = options;
    return {
      start() {},
      hasSynced: () => true,
      allSynced: () => true,
      get: () => undefined,
      list: () => [copy('copied')],
      all: () => [copy('copied')],
      failure: () => undefined,
    } as unknown as ProviderCache<KubeObject>;
  });
  const sync = new ClaimedObjectSync({
    mapping: mappingOf(
      secrets,
      'Prefixed',
      { name: 'x', uid: 'n' },
      serviceNamespaces,
    ),
    engine: {
      register() {},
      unregister: async () => undefined,
      enqueue: (_type: string, key: string, priority: string) =>
        queued.set(key, priority),
    },
    leadership: {
      isLeader: true,
      onStartedLeading: (start: () => void) => (lead = start),
    },
    events: {
      report() {},
      forget: ({ metadata }: KubeObject) =>
        void forgotten.push(metadata.name ?? ''),
    },
    consumerClient,
    providerClient: consumerClient,
    namespaces: { list: () => [], subscribe: namespaces.subscribe },
    serviceNamespaces,
    breaker: { addSource: () => () => {} },
    claims: [],
    watchesConsumers: true,
    pins,
    changed() {},
    namespaceDeletion: { enqueue() {} },
    signal: stop.signal,
    logger: createLogger('test', { level: 'silent' }),
  } as unknown as ClaimedObjectOptions);
  sync.start();
  await eventually('all watches have synced', async () =>
    sync.pairs.hasSynced(),
  );
  return {
    sync,
    /** Keys queued so far, with their priorities. */
    listed: Object.fromEntries(queued),
    lead: () => lead(),
    namespaceSynced: (namespace: string) =>
      copies?.listener.namespaceSynced(namespace),
    copyAdded: (source: 'list' | 'watch', object: Unstructured) =>
      copies?.listener.providerChanged({
        type: 'added',
        key: 'x',
        object,
        source,
      }),
    namespaceAdded: () =>
      namespaces.notify({
        type: 'added',
        key: 'team-a',
        object: thing({ name: 'team-a', namespace: undefined }),
        source: 'watch',
      }),
    userCreates,
    userDeletes,
    /** Names of objects about which nothing is to be reported any more. */
    forgotten,
    /** Keys that an action queues, with their priorities. */
    after(act: () => void) {
      queued.clear();
      act();
      return Object.fromEntries(queued);
    },
    queued,
    async stop() {
      stop.abort();
      await sync.stop();
    },
  };
}

it('changes by users have priority over those of the control plane, and these over rescans', async () => {
  const at = await claimSync();
  const all = { 'team-a/listed': 'initial', 'team-a/copied': 'initial' };
  expect(at.listed).toEqual({ 'team-a/listed': 'initial' });
  expect(at.after(() => at.lead())).toEqual(all);
  expect(at.after(() => at.sync.setClaims([]))).toEqual(all);
  expect(at.after(() => at.namespaceSynced(''))).toEqual(all);
  expect(at.after(() => at.namespaceSynced('team-a'))).toEqual(all);
  const priorityOf = (source: 'list' | 'watch') =>
    at.after(() => at.copyAdded(source, copy('c')))['team-a/c'];
  expect([priorityOf('list'), priorityOf('watch')]).toEqual([
    'initial',
    'status',
  ]);
  expect(at.after(() => at.namespaceAdded())).toEqual({
    'team-a/listed': 'status',
    'team-a/copied': 'status',
  });
  at.userCreates();
  await eventually('the object of the user is queued', async () =>
    at.queued.has('team-a/new'),
  );
  expect(at.queued.get('team-a/new')).toBe('user');
  await at.stop();
});

it('a deleted object has no further Events', async () => {
  const at = await claimSync();
  at.userCreates();
  await eventually('the object is queued', async () =>
    at.queued.has('team-a/new'),
  );
  expect(at.forgotten).toEqual([]);
  at.userDeletes();
  await eventually('the object is forgotten', async () =>
    at.forgotten.includes('new'),
  );
  await at.stop();
});

describe('the watched metadata', () => {
  const secretOf = (apiVersion: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      namespace: 'team-a',
      name: 'db',
      uid: 'u1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['example.com/x'],
      ownerReferences: [
        { apiVersion, kind: 'App', name: 'shop', uid: 'o1', controller: true },
      ],
    },
  });

  it('keeps owners of custom types and the creation timestamp', () => {
    const { metadata } = toMetadataWithOwners(secretOf('example.com/v1'));
    expect(metadata).toMatchObject({
      creationTimestamp: '2026-01-01T00:00:00Z',
      ownerReferences: [
        { apiVersion: 'example.com/v1', kind: 'App', name: 'shop', uid: 'o1' },
      ],
    });
    expect(metadata.finalizers).toBeUndefined();
  });

  it('drops owners of built-in types and all owners on the control plane', () => {
    const slim = toMetadata(secretOf('apps/v1'));
    expect(toMetadataWithOwners(secretOf('apps/v1'))).toEqual(slim);
    expect(toMetadata(secretOf('example.com/v1'))).toEqual(slim);
    expect(slim.metadata).not.toHaveProperty('ownerReferences');
  });
});
