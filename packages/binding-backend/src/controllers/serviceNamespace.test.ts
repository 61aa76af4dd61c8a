import {
  annotations,
  bindResources,
  finalizers,
  names,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  ApiError,
  createLogger,
  keyOf,
  type Cache,
  type KubeObject,
} from '@klutch/kube';
import { databasesCrd, databasesExport } from '../testing/samples';
import type { ControllerContext } from './context';
import { planQuota } from './planQuota';
import { createServiceNamespaceController } from './serviceNamespace';
import { newServiceNamespace } from './serviceNamespaceOwnership';

const api = 'databases.example.test';

/** @param isLate - whether the cache is empty for callers that do not wait for the sync */
const cacheOf = <T extends KubeObject>(items: T[] = [], isLate = false) => {
  let isSynced = !isLate;
  const list = () => (isSynced ? items : []);
  return {
    subscribe: () => () => {},
    whenSynced: async () => void (isSynced = true),
    list,
    get: (key: string) => list().find(one => keyOf(one) === key),
    byIndex: list,
  } as unknown as Cache<T>;
};

const claimed = (metadata: KubeObject['metadata']): APIServiceNamespace => ({
  apiVersion: names.apiVersion,
  kind: bindResources.serviceNamespaces.kind,
  metadata: { namespace: 'cluster-x', name: 'team-a', ...metadata },
});

const clusterNamespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'cluster-x',
    annotations: { [annotations.identity]: 'alice#apps' },
  },
};

/** First write of a backend that has just started, and whose caches of exports and CRDs sync late. */
const firstWrite = async (
  object: APIServiceNamespace,
  live: KubeObject | undefined,
  found: { namespaces?: KubeObject[]; quotas?: KubeObject[] } = {},
) => {
  const stop = new AbortController();
  const write = await new Promise(resolve => {
    const context = {
      logger: createLogger('test', { level: 'silent' }),
      isTenantPolicyEnforced: async () => true,
      client: {
        get: async () => live,
        list: async () => ({ items: [{ metadata: { name: 'precious' } }] }),
        delete: async () => resolve('delete'),
        create: async () => resolve('create'),
        mergePatch: async (_resource: unknown, _key: unknown, patch: object) =>
          resolve(patch),
      },
      caches: {
        serviceNamespaces: cacheOf([object]),
        namespaces: {
          ...cacheOf([clusterNamespace, ...(found.namespaces ?? [])]),
          byIndex: () => found.namespaces ?? [],
        },
        quotas: cacheOf(found.quotas),
        roleBindings: cacheOf(),
        clusterRoles: cacheOf(),
        exports: cacheOf([databasesExport('cluster-x')], true),
        crds: cacheOf([databasesCrd()], true),
      },
    } as unknown as ControllerContext;
    createServiceNamespaceController(context).start(stop.signal);
  });
  stop.abort();
  return write;
};

describe('a backend that has just started', () => {
  it('does not treat a service namespace as empty before the CRDs are synced', async () => {
    const going = claimed({
      finalizers: [finalizers.serviceNamespace],
      deletionTimestamp: '2026-01-01T00:00:00Z',
      annotations: { [annotations.exportedTypes]: api },
    });
    const live = newServiceNamespace('cluster-x-team-a', going);
    expect(await firstWrite(going, live)).toMatchObject({
      metadata: {
        annotations: {
          [annotations.serviceNamespaceProblem]: expect.stringContaining(
            `1 ${api}`,
          ),
        },
      },
    });
  });

  it('records no exports before the exports are synced', async () => {
    expect(await firstWrite(claimed({}), undefined)).toMatchObject({
      metadata: {
        finalizers: [finalizers.serviceNamespace],
        annotations: { [annotations.exportedTypes]: api },
      },
    });
  });
});

/** Result of the controller for an object that is still in the cache, but deleted on the API server. */
const outcomeForDeleted = (object: APIServiceNamespace) => {
  const stop = new AbortController();
  const outcome = new Promise(resolve => {
    const ignore = () => undefined;
    const context = {
      logger: createLogger('test', { level: 'silent' }),
      metrics: {
        queueDepth: ignore,
        queueWaited: ignore,
        queueRetry: ignore,
        reconciled: (_controller: string, result: string) => resolve(result),
      },
      client: {
        get: async () => undefined,
        mergePatch: async () => {
          const message = 'apiservicenamespaces "team-a" not found';
          throw new ApiError({ code: 404, reason: 'NotFound', message });
        },
      },
      caches: {
        serviceNamespaces: cacheOf([object]),
        namespaces: cacheOf([clusterNamespace]),
        roleBindings: cacheOf(),
        clusterRoles: cacheOf(),
        exports: cacheOf([databasesExport('cluster-x')]),
        crds: cacheOf([databasesCrd()]),
      },
    } as unknown as ControllerContext;
    createServiceNamespaceController(context).start(stop.signal);
  });
  return outcome.finally(() => stop.abort());
};

it.each([
  ['deletion', { deletionTimestamp: '2026-01-01T00:00:00Z' }],
  ['creation', {}],
])(
  'R40: does not fail for an APIServiceNamespace that is deleted but still cached, at its %s',
  async (_what, metadata) => {
    const present = [finalizers.serviceNamespace];
    const object = claimed({ finalizers: present, ...metadata });
    expect(await outcomeForDeleted(object)).toBe('success');
  },
);

describe('R14: orphaned service namespaces', () => {
  const held = claimed({
    finalizers: [finalizers.serviceNamespace],
    annotations: { [annotations.exportedTypes]: api },
  });
  const left = ['a', 'b'].map(name =>
    newServiceNamespace(`cluster-x-${name}`, claimed({ name })),
  );
  const quotas = (limit: string) => {
    const plan = planQuota('cluster-x', undefined, Number(limit));
    return plan.action === 'create' ? [plan.quota] : [];
  };

  it('R14: prevent further ones once they reach the limit', async () => {
    expect(
      await firstWrite(held, undefined, {
        namespaces: left,
        quotas: quotas('2'),
      }),
    ).toMatchObject({
      metadata: {
        annotations: {
          [annotations.serviceNamespaceProblem]: expect.stringMatching(
            /2 service namespaces of cluster-x .* Check cluster-x-a, cluster-x-b,/,
          ),
        },
      },
    });
  });

  it.each([['3'], ['0']])(
    'R14: do not count below the limit (%s)',
    async limit => {
      expect(
        await firstWrite(held, undefined, {
          namespaces: left,
          quotas: quotas(limit),
        }),
      ).toBe('create');
    },
  );
});
