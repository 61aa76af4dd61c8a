import {
  KLUTCH_OWNER_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { createLogger } from '@klutch/kube';
import type { ApiDescriptor, ClaimObject } from '../claimApis/claimResource';
import { unknownService } from '../claimApis/serviceInfo';
import { indexes } from '../clusters/ClaimCaches';
import type { ClaimFacts } from './ClaimFacts';
import { ClaimIndex, type ClaimIndexOptions } from './ClaimIndex';
import type { LocatedClaim } from './Inventory';

const apiOf = (plural: string): ApiDescriptor => ({
  group: 'g.io',
  version: 'v1',
  plural,
  kind: plural,
});
const sqls = apiOf('sqls');
const bindings = apiOf('bindings');

const object = (
  name: string,
  spec: ClaimObject['spec'] = {},
  status: ClaimObject['status'] = {},
): ClaimObject => ({
  apiVersion: 'g.io/v1',
  kind: 'Thing',
  metadata: {
    namespace: 'team-a',
    name,
    creationTimestamp: new Date().toISOString(),
  },
  spec,
  status,
});

/** Claims of an API in memory, with the indexes of the real cache. */
class FakeClaims {
  readonly objects = new Map<string, ClaimObject>();
  readonly cache = {
    get: (key: string) => this.objects.get(key),
    list: () => [...this.objects.values()],
    byIndex: (index: keyof typeof indexes, value: string) =>
      [...this.objects.values()].filter(found =>
        indexes[index](found).includes(value),
      ),
  };

  constructor(readonly api: ApiDescriptor) {}
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function start() {
  const claims = [new FakeClaims(sqls), new FakeClaims(bindings)];
  const cluster = {
    id: 'c',
    complete: true,
    claims: {
      list: () => claims,
      get: (resource: string) =>
        claims.find(({ api: { plural } }) => `${plural}.g.io` === resource),
    },
  };
  const clusters = new Map([
    ['c', { record: { id: 'c' }, connection: 'kubeconfig', cluster }],
  ]);
  let sharedFacts = 1;
  let areFactsBroken = false;
  let broken = '';
  let providerCopy: ClaimFacts['providerCopy'] = 'absent';
  const built: string[] = [];
  const onChange = jest.fn();
  const logger = createLogger('test', { level: 'silent' });
  const logged = jest.spyOn(logger, 'error').mockReturnValue();
  let serviceNamespaceChanged = (_: unknown) => {};
  const index = new ClaimIndex({
    appClusters: {
      find: (id: string) => clusters.get(id),
      list: () => [...clusters.values()],
      connected: () => [...clusters.values()].map(found => found.cluster),
      findByClusterNamespace: (namespace: string) =>
        namespace === 'cluster-1' ? clusters.get('c') : undefined,
    },
    controlPlane: {
      reachability: { reachable: true },
      caches: {
        serviceNamespaces: {
          subscribe: (listener: (change: unknown) => void) => {
            serviceNamespaceChanged = listener;
          },
        },
      },
    },
    inventory: {
      serviceOn: unknownService,
      sharedFacts: () => {
        if (areFactsBroken) throw new Error('broken');
        return [sharedFacts];
      },
      facts: (claim: LocatedClaim) => {
        if (claim.object.metadata.name === broken) throw new Error('broken');
        return { ...claim, providerCopy, now: new Date() };
      },
      summary: (
        { object: { metadata } }: LocatedClaim,
        derived: { message?: string },
      ) => {
        built.push(metadata.name ?? '');
        return {
          resource: 'sqls.g.io',
          namespace: 'team-a',
          name: metadata.name,
          message: `${derived.message} ${sharedFacts}`,
        } as Schemas['Claim'];
      },
    },
    logger,
    onChange,
  } as unknown as ClaimIndexOptions);
  const shutdown = new AbortController();
  index.start(shutdown.signal);
  index.onSharedFactsChanged();
  await jest.advanceTimersByTimeAsync(200);
  onChange.mockClear();

  const change = (
    type: 'added' | 'updated' | 'deleted',
    plural: 'sqls' | 'bindings',
    changed: ClaimObject,
  ) => {
    const found = claims.find(fake => fake.api.plural === plural);
    const key = `team-a/${changed.metadata.name}`;
    const previous = found?.objects.get(key);
    if (type === 'deleted') found?.objects.delete(key);
    else found?.objects.set(key, changed);
    index.onClaimChanged('c', {
      api: apiOf(plural),
      type,
      key,
      object: changed,
      ...(previous && { previous }),
      source: 'watch',
    });
  };
  return {
    built,
    change,
    cluster,
    clusters,
    index,
    logged,
    onChange,
    shutdown,
    names: () => index.rows().map(({ name }) => name),
    setBroken: (name: string) => {
      broken = name;
    },
    setProviderCopy: (copy: typeof providerCopy) => {
      providerCopy = copy;
      index.onProviderCopyChanged({
        api: sqls,
        clusterNamespace: 'cluster-1',
        key: 'team-a/db',
      });
    },
    setFactsBroken: (value: boolean) => {
      areFactsBroken = value;
      index.onSharedFactsChanged();
    },
    setSharedFacts: (value: number) => {
      sharedFacts = value;
      index.onSharedFactsChanged();
    },
    assignServiceNamespace: () =>
      serviceNamespaceChanged({
        object: { metadata: { namespace: 'cluster-1', name: 'team-a' } },
      }),
    waitForRows: () => jest.advanceTimersByTimeAsync(200),
  };
}

it('builds one row for each claim, and reports a burst of changes once', async () => {
  const { change, index, names, onChange, waitForRows } = await start();
  expect(index.isComplete()).toBe(true);
  for (let i = 0; i < 100; i++) change('added', 'sqls', object(`db-${i}`));
  expect(index.isComplete()).toBe(false);
  await waitForRows();
  expect(index.isComplete()).toBe(true);
  expect(names()).toHaveLength(100);
  expect(onChange).toHaveBeenCalledTimes(1);

  change('deleted', 'sqls', object('db-7'));
  await waitForRows();
  expect(names()).not.toContain('db-7');
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('reports a change that only the page of the claim shows', async () => {
  const { change, index, onChange, setProviderCopy, waitForRows } =
    await start();
  change('added', 'sqls', object('db'));
  await waitForRows();
  const before = index.rows();
  change('updated', 'sqls', object('db', { parameter: 1 }));
  await waitForRows();
  expect(onChange).toHaveBeenCalledTimes(2);
  setProviderCopy(object('db'));
  await waitForRows();
  expect(onChange).toHaveBeenCalledTimes(3);
  expect(index.rows()).toEqual(before);
});

it('reports nothing when a rebuilt row and its claim are the same', async () => {
  const { built, change, index, onChange, waitForRows } = await start();
  change('added', 'sqls', object('db'));
  await waitForRows();
  index.onProviderCopyChanged({
    api: sqls,
    clusterNamespace: 'cluster-1',
    key: 'team-a/db',
  });
  await waitForRows();
  expect(built).toEqual(['db', 'db']);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('rebuilds the rows that refer to an instance when it comes and goes, and only then', async () => {
  const { built, change, waitForRows } = await start();
  change('added', 'bindings', object('app', { instanceRef: 'db' }));
  await waitForRows();
  const rebuilt = async (...step: Parameters<typeof change>) => {
    built.length = 0;
    change(...step);
    await waitForRows();
    return built;
  };
  expect(await rebuilt('added', 'sqls', object('db'))).toEqual(['db', 'app']);
  expect(await rebuilt('updated', 'sqls', object('db'))).toEqual(['db']);
  expect(await rebuilt('deleted', 'sqls', object('db'))).toEqual(['app']);
});

it('rebuilds the rows that refer to an instance, also through a backup, when its owner changes', async () => {
  const { built, change, waitForRows } = await start();
  change('added', 'sqls', object('db'));
  change('added', 'bindings', object('monday', { instanceRef: 'db' }));
  change('added', 'bindings', object('back', { backupRef: 'monday' }));
  await waitForRows();
  built.length = 0;
  const owned = object('db');
  owned.metadata.annotations = { [KLUTCH_OWNER_ANNOTATION]: 'team' };
  change('updated', 'sqls', owned);
  await waitForRows();
  expect(new Set(built)).toEqual(new Set(['db', 'monday', 'back']));
});

it('rebuilds the row of an instance when a claim that refers to it changes', async () => {
  const { built, change, waitForRows } = await start();
  change('added', 'sqls', object('db'));
  change('added', 'bindings', object('app', { instanceRef: 'db' }));
  await waitForRows();
  built.length = 0;
  change('updated', 'bindings', object('app', { instanceRef: 'db' }));
  await waitForRows();
  expect(built).toEqual(['app', 'db']);
});

it('rebuilds the row of a claim when its provider copy or its service namespace changes', async () => {
  const { assignServiceNamespace, built, change, index, waitForRows } =
    await start();
  change('added', 'sqls', object('db'));
  await waitForRows();
  index.onProviderCopyChanged({
    api: sqls,
    clusterNamespace: 'cluster-1',
    key: 'team-a/db',
  });
  await waitForRows();
  assignServiceNamespace();
  await waitForRows();
  index.onProviderCopyChanged({
    api: sqls,
    clusterNamespace: 'cluster-of-nobody',
    key: 'team-a/db',
  });
  await waitForRows();
  expect(built).toEqual(['db', 'db', 'db']);
});

it('rebuilds all rows of an API when what they share has changed', async () => {
  const { built, change, onChange, setSharedFacts, waitForRows } =
    await start();
  change('added', 'sqls', object('a'));
  change('added', 'sqls', object('b'));
  await waitForRows();
  setSharedFacts(2);
  await waitForRows();
  expect(built).toEqual(['a', 'b', 'a', 'b']);
  expect(onChange).toHaveBeenCalledTimes(2);
  setSharedFacts(2);
  await waitForRows();
  expect(built).toHaveLength(4);
});

it('rebuilds a row when its state changes with time alone', async () => {
  const { change, index, onChange, waitForRows } = await start();
  change('added', 'sqls', object('db'));
  await waitForRows();
  const [before] = index.rows();
  await jest.advanceTimersByTimeAsync(61_000);
  const [after] = index.rows();
  expect(after?.message).not.toBe(before?.message);
  expect(onChange).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('keeps the other rows when one cannot be built', async () => {
  const { change, logged, names, setBroken, waitForRows } = await start();
  setBroken('bad');
  change('added', 'sqls', object('bad'));
  change('added', 'sqls', object('good'));
  await waitForRows();
  expect(names()).toEqual(['good']);
  expect(logged).toHaveBeenCalledTimes(1);
});

it('drops the rows of an app cluster that is no longer registered', async () => {
  const { change, clusters, index, names, onChange, waitForRows } =
    await start();
  change('added', 'sqls', object('db'));
  await waitForRows();
  clusters.delete('c');
  index.onSharedFactsChanged();
  await waitForRows();
  expect(names()).toEqual([]);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('stays complete while known claims change', async () => {
  const { change, cluster, index, waitForRows } = await start();
  change('added', 'sqls', object('db'));
  await waitForRows();
  change('updated', 'sqls', object('db', { parameter: 1 }));
  expect(index.isComplete()).toBe(true);
  expect(index.isComplete('c')).toBe(true);
  cluster.complete = false;
  expect(index.isComplete()).toBe(false);
  expect(index.isComplete('other')).toBe(true);
});

it('shows a new connection only after its claims have rows', async () => {
  const { change, cluster, clusters, index, names, onChange, waitForRows } =
    await start();
  change('added', 'sqls', object('db'));
  await waitForRows();
  const reconnected = { ...cluster };
  clusters.set('c', {
    record: { id: 'c' },
    connection: 'kubeconfig',
    cluster: reconnected,
  });
  expect(index.isComplete()).toBe(false);
  index.onSharedFactsChanged();
  await waitForRows();
  expect(index.isComplete()).toBe(true);
  expect(names()).toEqual(['db']);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('goes on after shared facts could not be compared', async () => {
  const { change, logged, names, setFactsBroken, waitForRows } = await start();
  setFactsBroken(true);
  change('added', 'sqls', object('db'));
  await waitForRows();
  expect(logged).toHaveBeenCalled();
  setFactsBroken(false);
  await waitForRows();
  expect(names()).toEqual(['db']);
});

it('reports when the list becomes complete, also without a changed row', async () => {
  const { cluster, index, onChange, waitForRows } = await start();
  cluster.complete = false;
  index.onSharedFactsChanged();
  await waitForRows();
  const before = onChange.mock.calls.length;
  cluster.complete = true;
  index.onSharedFactsChanged();
  await waitForRows();
  expect(onChange).toHaveBeenCalledTimes(before + 1);
});

it('stops with its signal', async () => {
  const { built, change, waitForRows, shutdown } = await start();
  shutdown.abort();
  change('added', 'sqls', object('db'));
  await waitForRows();
  expect(built).toEqual([]);
});
