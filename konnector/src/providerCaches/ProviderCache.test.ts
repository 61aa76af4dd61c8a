/** Failures of a watch that stops with its service namespace, and when all copies are known. */
import type { APIServiceNamespace } from '@klutch/bind-api';
import {
  ApiError,
  core,
  createLogger,
  type Cache,
  type CacheChange,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { ProviderCache, type ProviderCacheOptions } from './ProviderCache';

const ended = new AbortController();
afterAll(() => ended.abort());

/** A control plane that forbids reading secrets, with one service namespace. */
function fixture() {
  const ready = new Map([['team-a', 'cluster-x-team-a']]);
  const listeners: ((change: CacheChange<APIServiceNamespace>) => void)[] = [];
  const object = {
    metadata: { name: 'team-a', namespace: 'cluster-x' },
  } as APIServiceNamespace;
  const refuse = () => {
    throw new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });
  };
  /** The failure at each change of it. */
  const failures: string[] = [];
  const objects = new ProviderCache({
    scope: 'serviceNamespaces',
    mapping: { consumer: core.secrets },
    client: { watch: refuse, listPages: refuse } as unknown as KubeClient,
    resource: core.secrets,
    serviceNamespaces: {
      of: (namespace: string) => ready.get(namespace),
      cache: {
        list: () => [object],
        subscribe: (listener: (typeof listeners)[number]) => {
          listeners.push(listener);
          return () => undefined;
        },
      } as unknown as Cache<APIServiceNamespace>,
    } as unknown as ServiceNamespaces,
    listener: {
      providerChanged() {},
      namespaceSynced() {},
      changed: () =>
        void failures.push(objects.failure()?.message ?? 'no failure'),
    },
    signal: ended.signal,
    logger: createLogger('konnector', { level: 'silent' }),
  });
  objects.start();
  const go = () => {
    ready.delete('team-a');
    listeners.forEach(notify =>
      notify({
        type: 'deleted',
        source: 'watch',
        key: 'cluster-x/team-a',
        object,
      }),
    );
  };
  return { objects, failures, go };
}

it('reports the end of a failure when its service namespace is deleted', async () => {
  const { objects, failures, go } = fixture();
  await eventually('the watch fails', async () => objects.failure());
  failures.length = 0;
  go();
  expect(failures).toEqual(['no failure']);
});

describe('allSynced', () => {
  const isKnown = (
    known: (string | undefined)[],
    { namespaced = true, synced = true } = {},
  ) => {
    const copies = new ProviderCache({
      scope: 'serviceNamespaces',
      mapping: { consumer: { ...core.secrets, namespaced } },
      serviceNamespaces: {
        cache: {
          synced,
          subscribe: () => () => undefined,
          list: () =>
            ['a', 'b', 'unready'].map(name => ({ metadata: { name } })),
        },
        of: (name: string) => (name === 'unready' ? undefined : `x-${name}`),
      },
      client: { watch: () => new Promise(() => undefined) },
      resource: core.secrets,
      signal: ended.signal,
      logger: createLogger('konnector', { level: 'silent' }),
    } as unknown as ProviderCacheOptions<KubeObject>);
    copies.start();
    jest
      .spyOn(copies, 'hasSynced')
      .mockImplementation(({ namespace }) => known.includes(namespace));
    return copies.allSynced();
  };

  it('requires the caches of all ready service namespaces', () => {
    expect(isKnown(['x-a', 'x-b'])).toBe(true);
    expect(isKnown(['x-a'])).toBe(false);
    expect(isKnown(['x-a', 'x-b'], { synced: false })).toBe(false);
  });

  it('requires the one cache of a cluster-scoped API', () => {
    expect(isKnown([undefined], { namespaced: false })).toBe(true);
    expect(isKnown(['x-a', 'x-b'], { namespaced: false })).toBe(false);
  });
});
