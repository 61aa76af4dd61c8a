import { isDeepStrictEqual } from 'node:util';
import { LocalCluster, borrowCluster } from '@klutch/local-clusters';
import fc from 'fast-check';
import { Registry } from 'prom-client';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { createClient } from '../client/createClient';
import { KubeClient } from '../client/KubeClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { waitForIdle } from '../controller/__testUtils__/waitForIdle';
import { createController } from '../controller/createController';
import { ConfigMap } from '../coreTypes';
import { CustomResourceDefinition } from '../customResourceDefinition';
import { isNotFound } from '../errors';
import { createMetrics } from '../metrics';
import { core, defineResource, metadataOf } from '../resources';
import { keyOf, parseKey } from '../keys';
import { eventually } from '../testing/eventually';
import { Cache, CacheOptions } from './Cache';
import { createCache } from './createCache';

let cluster: LocalCluster;
let client: KubeClient;
let stop: AbortController;
let namespaces = 0;
let namespace: string;

beforeAll(async () => {
  cluster = await borrowCluster({ name: 'kube-cache' });
  client = createClient(loadKubeConfig(cluster.kubeconfig));
}, 60_000);

afterAll(async () => {
  await client?.close();
  await cluster?.stop();
}, 60_000);

beforeEach(async () => {
  stop = new AbortController();
  namespace = await newNamespace();
});

afterEach(() => stop.abort());

async function newNamespace(): Promise<string> {
  namespaces += 1;
  const name = `test-${namespaces}`;
  await client.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });
  return name;
}

function startConfigMapCache(
  options: Partial<CacheOptions<ConfigMap>> = {},
): Cache<ConfigMap> {
  const cache = createCache({
    client,
    resource: core.configMaps,
    namespace,
    fieldSelector: 'metadata.name!=kube-root-ca.crt',
    ...options,
  });
  cache.start(stop.signal);
  return cache;
}

const configMap = (
  name: string,
  data: Record<string, string>,
  labels: Record<string, string> = {},
): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace, name, labels },
  data,
});

/** Objects for comparison: without the fields that the cache drops. */
const plain = (objects: ConfigMap[]) =>
  objects
    .map(({ metadata: { managedFields, ...metadata }, ...rest }) => ({
      ...rest,
      metadata,
    }))
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b)));

describe('a cache on a real API server', () => {
  const anyWrites = fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      value: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 })),
      team: fc.constantFrom('x', 'y'),
    }),
    { minLength: 10, maxLength: 40 },
  );

  itLong(
    'equals the server after random writes, over many streams',
    async () => {
      // Streams end every second, so that writes occur in every phase of a stream.
      const timings = { watchSeconds: [1, 1] as const, pageSize: 2 };
      const all = startConfigMapCache({ timings });
      const some = startConfigMapCache({ timings, labelSelector: 'team=x' });
      const mirror = new Map<string, ConfigMap>();
      all.subscribe(({ type, key, object }) => {
        if (type === 'deleted') mirror.delete(key);
        else mirror.set(key, object);
      });
      await Promise.all([all.whenSynced(), some.whenSynced()]);

      await fc.assert(
        fc.asyncProperty(anyWrites, async writes => {
          for (const { name, value, team } of writes) {
            if (value === null) {
              await client.delete(core.configMaps, { namespace, name });
            } else {
              await client.apply(
                core.configMaps,
                configMap(name, { value }, { team }),
                { fieldManager: 'test' },
              );
            }
          }
          const selection = {
            namespace,
            fieldSelector: 'metadata.name!=kube-root-ca.crt',
          };
          const { items } = await client.list(core.configMaps, selection);
          const expected = plain(items);
          const equals = (objects: ConfigMap[], teams: string[]) =>
            isDeepStrictEqual(
              plain(objects),
              expected.filter(({ metadata }) =>
                teams.includes(metadata.labels?.team ?? ''),
              ),
            );
          await eventually(
            'the caches equal the server',
            () => equals(all.list(), ['x', 'y']) && equals(some.list(), ['x']),
          );
          expect(plain([...mirror.values()])).toEqual(expected);
        }),
        // Shrinking needs independent runs; these share a namespace.
        { numRuns: 50, endOnFailure: true },
      );
      await eventually(
        'a stream has ended',
        () => (all.health.restarts.ended ?? 0) > 0,
      );
      expect(Object.keys(all.health.restarts)).toEqual(['ended']);
    },
    60_000,
  );

  it('lists by a stream, and drops fields that readers do not need', async () => {
    await client.create(core.configMaps, configMap('a', { x: '1' }));
    const registry = new Registry();
    const cache = startConfigMapCache({ metrics: createMetrics(registry) });
    await cache.whenSynced();
    expect(await registry.metrics()).toContain(
      'klutch_cache_list_duration_seconds_count{resource="configmaps",mode="stream"} 1',
    );
    expect(cache.get(`${namespace}/a`)?.metadata).toMatchObject({ name: 'a' });
    expect(cache.get(`${namespace}/a`)?.metadata.managedFields).toBeUndefined();
    expect(cache.health.restarts).toEqual({});
  });

  it('keeps only metadata for a metadata-only resource', async () => {
    const a = configMap('a', { x: '1' }, { team: 'x' });
    await client.create(core.configMaps, a);
    const cache = createCache({
      client,
      resource: metadataOf(core.configMaps),
      namespace,
      indexes: { team: ({ metadata }) => [metadata.labels?.team ?? ''] },
    });
    cache.start(stop.signal);
    await cache.whenSynced();
    const [listed] = cache.byIndex('team', 'x');
    expect(listed).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    await client.mergePatch(
      core.configMaps,
      { namespace, name: 'a' },
      { metadata: { labels: { team: 'y' } } },
    );
    await eventually(
      'the cache follows',
      () => cache.byIndex('team', 'y').length === 1,
    );
    expect(cache.list().filter(object => 'data' in object)).toEqual([]);
  });

  it('reports missing permissions, and starts once they are granted', async () => {
    const kubeconfig = await cluster.user('reader');
    const reader = createClient(loadKubeConfig(kubeconfig));
    const patient = { baseMs: 20, capMs: 200 };
    const cache = startConfigMapCache({
      client: reader,
      timings: { absentBackoff: patient, watchSeconds: [1, 1] },
    });
    const isForbidden = () =>
      cache.health.state === 'waiting' && cache.health.reason === 'Forbidden';
    const rbac = 'rbac.authorization.k8s.io';
    const grant = () =>
      client.create(core.roleBindings, {
        apiVersion: `${rbac}/v1`,
        kind: 'RoleBinding',
        metadata: { namespace, name: 'reader' },
        roleRef: { apiGroup: rbac, kind: 'Role', name: 'reader' },
        subjects: [{ apiGroup: rbac, kind: 'User', name: 'reader' }],
      });
    try {
      await eventually('the cache reports Forbidden', isForbidden);
      expect(cache.synced).toBe(false);
      await client.create(core.roles, {
        apiVersion: `${rbac}/v1`,
        kind: 'Role',
        metadata: { namespace, name: 'reader' },
        rules: [
          {
            apiGroups: [''],
            resources: ['configmaps'],
            verbs: ['list', 'watch'],
          },
        ],
      });
      await grant();
      await cache.whenSynced();
      await client.create(core.configMaps, configMap('a', { x: '1' }));
      const key = `${namespace}/a`;
      await eventually('the cache follows', () => cache.get(key) !== undefined);

      await client.delete(core.roleBindings, { namespace, name: 'reader' });
      await eventually('the cache reports Forbidden again', isForbidden);
      expect(cache.get(key)).toBeDefined();
      await client.delete(core.configMaps, { namespace, name: 'a' });
      await grant();
      await eventually(
        'the cache follows again',
        () => cache.get(key) === undefined,
      );
    } finally {
      stop.abort();
      await reader.close();
    }
  }, 60_000);

  /** A CRD of the cluster and operations on it. */
  function useWidgets(group: string) {
    const name = `widgets.${group}`;
    const crd: CustomResourceDefinition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        group,
        scope: 'Cluster',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object' } },
          },
        ],
      },
    };
    const widgets = defineResource({
      group,
      version: 'v1',
      plural: 'widgets',
      kind: 'Widget',
      namespaced: false,
    });
    const cache = createCache({
      client,
      resource: widgets,
      timings: {
        absentBackoff: { baseMs: 20, capMs: 100 },
        backoff: { baseMs: 20, capMs: 100 },
      },
    });
    const changes: string[] = [];
    cache.subscribe(({ type, key }) => changes.push(`${type} ${key}`));
    cache.start(stop.signal);
    return {
      cache,
      changes,
      createCrd: () => client.create(core.customResourceDefinitions, crd),
      deleteCrd: () => client.delete(core.customResourceDefinitions, { name }),
      isGone: async () =>
        !(await client.get(core.customResourceDefinitions, { name })),
      /** Whether a widget could be created. */
      createWidget: async () => {
        try {
          await client.create(widgets, {
            apiVersion: `${group}/v1`,
            kind: 'Widget',
            metadata: { name: 'w' },
          });
          return true;
        } catch (error) {
          if (isNotFound(error)) return false;
          throw error;
        }
      },
    };
  }

  itLong(
    'waits for a CRD that is installed later, and relists when it is deleted and installed again',
    async () => {
      const widgets = useWidgets('kube.test');
      const { cache, changes } = widgets;
      const waits = () =>
        cache.health.state === 'waiting' && cache.health.reason === 'NotFound';
      await eventually('the cache waits for the CRD', waits);
      expect(cache.synced).toBe(false);

      for (const round of [1, 2]) {
        await widgets.createCrd();
        await eventually('the CRD is served', widgets.createWidget);
        await eventually(
          'the cache has the widget',
          () => cache.get('w') !== undefined,
        );
        expect(changes).toHaveLength(round * 2 - 1);
        await widgets.deleteCrd();
        await eventually(
          'the cache has removed the widget',
          () => cache.get('w') === undefined,
        );
        await eventually('the cache waits for the CRD', waits);
      }
      expect(changes).toEqual(['added w', 'deleted w', 'added w', 'deleted w']);
    },
    60_000,
  );

  itLong(
    'distinguishes the objects of a replaced CRD from the earlier ones',
    async () => {
      const widgets = useWidgets('replaced.test');
      const { cache, changes } = widgets;
      await widgets.createCrd();
      await eventually('the CRD is served', widgets.createWidget);
      await eventually(
        'the cache has the widget',
        () => cache.get('w') !== undefined,
      );
      const before = cache.get('w')?.metadata.uid;

      await widgets.deleteCrd();
      await eventually('the CRD is deleted', widgets.isGone);
      await widgets.createCrd();
      await eventually('the CRD is served again', widgets.createWidget);
      await eventually('the cache has the new widget', () => {
        const uid = cache.get('w')?.metadata.uid;
        return uid !== undefined && uid !== before;
      });
      expect(changes).toEqual(['added w', 'deleted w', 'added w']);
    },
    60_000,
  );
});

describe('a controller on a real API server', () => {
  /** Keeps a copy of every labelled config map in another namespace. */
  async function startCopier() {
    const target = await newNamespace();
    const sources = startConfigMapCache({ labelSelector: 'copy=yes' });
    const copies = startConfigMapCache({ namespace: target });
    const fieldManager = 'copier';
    const runs: string[] = [];
    const controller = createController({
      name: 'copier',
      watches: [
        { cache: sources },
        { cache: copies, key: copy => `${namespace}/${copy.metadata.name}` },
      ],
      reconcile: async key => {
        runs.push(key);
        const { name } = parseKey(key);
        const source = sources.get(key);
        const copy = copies.get(`${target}/${name}`);
        if (!source) {
          await client.delete(core.configMaps, { namespace: target, name });
        } else if (copy?.data?.value !== source.data?.value) {
          await client.apply(
            core.configMaps,
            {
              apiVersion: 'v1',
              kind: 'ConfigMap',
              metadata: { namespace: target, name },
              data: source.data,
            },
            { fieldManager, force: true },
          );
        }
      },
    });
    controller.start(stop.signal);
    const copied = () =>
      Object.fromEntries(
        copies.list().map(copy => [copy.metadata.name, copy.data?.value]),
      );
    return { controller, target, copied, runs };
  }

  it('reconciles existing objects, new ones and changes by others to the desired state', async () => {
    const copy = { copy: 'yes' };
    await client.create(
      core.configMaps,
      configMap('early', { value: '1' }, copy),
    );
    const { controller, target, copied, runs } = await startCopier();
    await eventually('the early object is copied', () =>
      isDeepStrictEqual(copied(), { early: '1' }),
    );

    await client.create(
      core.configMaps,
      configMap('late', { value: '2' }, copy),
    );
    await client.create(core.configMaps, configMap('other', { value: '3' }));
    await eventually('the late object is copied', () =>
      isDeepStrictEqual(copied(), { early: '1', late: '2' }),
    );

    await client.delete(core.configMaps, { namespace: target, name: 'early' });
    await client.mergePatch(
      core.configMaps,
      { namespace: target, name: 'late' },
      { data: { value: 'spoilt' } },
    );
    await eventually('both copies are repaired', async () => {
      const { items } = await client.list(core.configMaps, {
        namespace: target,
        fieldSelector: 'metadata.name!=kube-root-ca.crt',
      });
      return isDeepStrictEqual(
        Object.fromEntries(items.map(i => [i.metadata.name, i.data?.value])),
        { early: '1', late: '2' },
      );
    });

    await client.delete(core.configMaps, { namespace, name: 'late' });
    await eventually('the copy is deleted', () =>
      isDeepStrictEqual(copied(), { early: '1' }),
    );

    await waitForIdle(controller);
    const before = runs.length;
    await client.create(core.configMaps, configMap('quiet', { value: '4' }));
    await client.create(
      core.configMaps,
      configMap('last', { value: '5' }, copy),
    );
    await eventually('the last object is copied', () =>
      isDeepStrictEqual(copied(), { early: '1', last: '5' }),
    );
    await waitForIdle(controller);
    expect(new Set(runs.slice(before))).toEqual(new Set([`${namespace}/last`]));
  }, 60_000);
});
