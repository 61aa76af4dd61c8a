/** The order of the lists of both clusters, and what is kept of their objects. */
import type { KubeClient, Logger, Unstructured } from '@klutch/kube';
import { ProviderCache } from '../../providerCaches/ProviderCache';
import { mappingOf } from '../../mapping/mappingOf';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
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

it('the control plane is listed after the app cluster, so that copies share structure with their objects', async () => {
  const stop = new AbortController();
  const started: string[] = [];
  let finishList = () => {};
  const listed = new Promise<void>(resolve => (finishList = resolve));
  const consumerClient = {
    async *listPages() {
      await listed;
      yield { items: [thing()], resourceVersion: '1' };
    },
    watch: () => never,
  } as unknown as KubeClient;
  const serviceNamespaces = {
    cache: {
      subscribe: () => () => undefined,
      whenSynced: () => never,
    },
  } as unknown as BoundObjectOptions['serviceNamespaces'];
  const logger = {
    child: () => logger,
    debug() {},
    info() {},
    warn() {},
    error() {},
  } as unknown as Logger;
  jest.mocked(ProviderCache<Unstructured>).mockImplementation(
    () =>
      ({
        start: () => void started.push('control plane'),
        get: () => undefined,
        failure: () => undefined,
      }) as unknown as ProviderCache<Unstructured>,
  );
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
    serviceNamespaces,
    breaker: { addSource: () => () => undefined },
    pins,
    changed() {},
    signal: stop.signal,
    logger,
  } as unknown as BoundObjectOptions).start();
  await new Promise(setImmediate);
  expect(started).toEqual([]);
  finishList();
  await eventually(
    'the control plane is listed',
    async () => started.length > 0,
  );
  stop.abort();
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
