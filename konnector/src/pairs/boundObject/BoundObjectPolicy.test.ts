/** Structural sharing of objects and their copies while lists are incomplete, and what is kept of them. */
import type { KubeClient, Logger, Unstructured } from '@klutch/kube';
import {
  ProviderCache,
  type ProviderCacheOptions,
} from '../../providerCaches/ProviderCache';
import { mappingOf } from '../../mapping/mappingOf';
import { pins, thing } from '../../testing/objects';
import { BoundObjectPolicy, syncedObjectOf } from './BoundObjectPolicy';
import type { BoundObjectOptions } from './reconcileScope';

jest.mock('../../providerCaches/ProviderCache');

const things = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};
const never = new Promise<never>(() => undefined);
const objectOf = (name: string) => thing({ name }, { spec: { of: name } });
const copyOf = (name: string) =>
  thing({ name, namespace: 'x-team-a' }, { spec: { of: name } });

/** The app cluster's list arrives page by page, and never ends. */
function starting() {
  const stop = new AbortController();
  const state = { known: false };
  let took: (() => void) | undefined;
  let send: (page: Unstructured[]) => void;
  let next: Promise<Unstructured[]>;
  const expectPage = () => {
    next = new Promise(resolve => (send = resolve));
  };
  expectPage();
  let copies: ProviderCacheOptions<Unstructured> | undefined;
  const consumerClient = {
    async *listPages() {
      for (;;) {
        const items = await next;
        expectPage();
        yield { items, resourceVersion: '1' };
        took?.();
      }
    },
    watch: () => never,
  } as unknown as KubeClient;
  const serviceNamespaces = {
    cache: {
      synced: true,
      subscribe: () => () => undefined,
      list: () => [],
      whenSynced: () => never,
    },
    of: () => 'x-team-a',
    consumerOf: () => 'team-a',
    syncedTypes: { record: () => undefined },
  } as unknown as BoundObjectOptions['serviceNamespaces'];
  const logger = {
    child: () => logger,
    debug() {},
    info() {},
    warn() {},
    error() {},
  } as unknown as Logger;
  jest.mocked(ProviderCache<Unstructured>).mockImplementation(options => {
    copies = options;
    return {
      hasSynced: () => state.known,
      get: () => undefined,
      list: () => [],
      all: () => [],
      failure: () => undefined,
    } as unknown as ProviderCache<Unstructured>;
  });
  new BoundObjectPolicy({
    mapping: mappingOf(
      things,
      'Prefixed',
      { name: 'x', uid: 'n' },
      serviceNamespaces,
    ),
    crdName: 'things.example.com',
    engine: { enqueue() {}, isRunning: false },
    leadership: { isLeader: false, onStartedLeading() {} },
    consumerClient,
    namespaces: { subscribe: () => () => undefined },
    providerClient: consumerClient,
    serviceNamespaces,
    breaker: { addSource: () => () => undefined },
    pins,
    changed() {},
    signal: stop.signal,
    logger,
  } as unknown as BoundObjectOptions).start();
  return {
    state,
    stop: () => stop.abort(),
    namespaceSynced: () => {
      state.known = true;
      copies?.namespaceSynced('team-a');
    },
    /** Receives a copy, from a list or a watch. */
    copyAdded: (copy: Unstructured) => copies?.project?.(copy),
    objectsCome: (...page: Unstructured[]) =>
      new Promise<void>(resolve => {
        took = resolve;
        send(page);
      }),
  };
}

it('an object and its copy share parts though both lists are incomplete', async () => {
  const { copyAdded, objectsCome, stop } = starting();
  const object = objectOf('first');
  await objectsCome(object);
  expect(copyAdded(copyOf('first'))?.spec).toBe(object.spec);
  const copy = copyOf('second');
  copyAdded(copy);
  await objectsCome(objectOf('second'));
  expect(copyAdded(copyOf('second'))?.spec).toBe(copy.spec);
  stop();
});

it('copies in a synced cache are not buffered, even if the app cluster is never listed', async () => {
  const { copyAdded, namespaceSynced, objectsCome, stop } = starting();
  copyAdded(copyOf('listed'));
  namespaceSynced();
  copyAdded(copyOf('watched'));
  // Their cache no longer shows them, so only the buffer could keep them.
  const [listed, watched] = [objectOf('listed'), objectOf('watched')];
  await objectsCome(listed, watched);
  expect(copyAdded(copyOf('listed'))?.spec).toBe(listed.spec);
  expect(copyAdded(copyOf('watched'))?.spec).toBe(watched.spec);
  stop();
});

describe('the projection of synced objects', () => {
  const project = syncedObjectOf(things);

  it('keeps the content and the metadata that a sync reads', () => {
    const kept = {
      generation: 2,
      deletionTimestamp: '2026-01-01T00:00:00Z',
      labels: { a: 'b' },
      annotations: { c: 'd' },
      finalizers: ['x.y/z'],
    };
    const content = { spec: { plan: 'small' }, status: { a: 1 }, data: 'x' };
    expect(
      project(
        thing(
          {
            ...kept,
            creationTimestamp: '2026-01-01T00:00:00Z',
            generateName: 'a-',
            managedFields: [{}],
            ownerReferences: [],
          },
          content,
        ),
      ),
    ).toEqual(thing(kept, content));
  });

  it('adds nothing to a small object', () => {
    const small = thing();
    expect(Object.keys(project(small).metadata).sort()).toEqual(
      Object.keys(small.metadata).sort(),
    );
  });
});
