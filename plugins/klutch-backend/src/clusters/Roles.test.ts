import {
  createCache,
  createLogger,
  type CacheChange,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import { Roles } from './Roles';

jest.mock('@klutch/kube', () => ({
  ...jest.requireActual('@klutch/kube'),
  createCache: jest.fn(),
}));

interface FakeCache {
  synced: boolean;
  health: { reason?: string };
  listeners: ((change: Partial<CacheChange<KubeObject>>) => void)[];
}

/** Watches of roles, ClusterRoles and ClusterRoleBindings, in this order. */
async function start() {
  const caches: FakeCache[] = [];
  jest.mocked(createCache).mockImplementation(() => {
    const cache: FakeCache = { synced: true, health: {}, listeners: [] };
    caches.push(cache);
    return {
      ...cache,
      get synced() {
        return cache.synced;
      },
      get health() {
        return cache.health;
      },
      start: () => {},
      whenSynced: async () => {},
      subscribe: (listener: FakeCache['listeners'][number]) =>
        cache.listeners.push(listener),
    } as unknown as ReturnType<typeof createCache>;
  });
  const onChange = jest.fn();
  const roles = new Roles({
    client: {} as KubeClient,
    logger: createLogger('test', { level: 'silent' }),
    onChange,
  });
  roles.start(new AbortController().signal);
  await Promise.resolve();
  const change = (index: number, object: object, previous?: object) => {
    for (const listener of caches[index]?.listeners ?? []) {
      listener({
        type: previous ? 'updated' : 'added',
        object: object as KubeObject,
        previous: previous as KubeObject | undefined,
      });
    }
  };
  return { caches, change, onChange, roles };
}

const role = (namespace: string | undefined, ...verbs: string[]) => ({
  metadata: { name: 'r', namespace, resourceVersion: verbs.join() },
  rules: [{ verbs, apiGroups: ['g.io'], resources: ['sqls'] }],
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('counts a role for its namespace, a ClusterRole for all, once the authorizer follows', async () => {
  const { change, onChange, roles } = await start();
  change(0, role('a', 'get'));
  change(0, role('a', 'list'));
  expect(roles.revision('a')).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect(onChange.mock.calls).toEqual([[['a']]]);
  expect([roles.revision('a'), roles.revision('b')]).toEqual([1, 0]);
  change(1, role(undefined, 'get'));
  jest.advanceTimersByTime(1_000);
  expect([roles.revision('a'), roles.revision('b')]).toEqual([2, 1]);
});

it('counts no change that grants the same', async () => {
  const { change, onChange } = await start();
  const before = role('a', 'get');
  const labelled = { ...before, metadata: { ...before.metadata, labels: {} } };
  change(0, labelled, before);
  jest.advanceTimersByTime(1_000);
  expect(onChange).not.toHaveBeenCalled();
  change(0, role('a', 'get', 'list'), before);
  jest.advanceTimersByTime(1_000);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('knows no revision while one of the watches is not permitted', async () => {
  const { caches, roles } = await start();
  expect(roles.revision('a')).toBe(0);
  Object.assign(caches[2] ?? {}, { health: { reason: 'Forbidden' } });
  expect(roles.revision('a')).toBeUndefined();
});
