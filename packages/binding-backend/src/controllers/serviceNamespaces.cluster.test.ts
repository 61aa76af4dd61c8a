import { annotations, bindResources, names } from '@klutch/bind-api';
import { core, createCache, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { backendConditions, serviceNamespaceQuota } from '../backendNames';
import {
  eventually,
  fakeClock,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  exportName,
  startTenant,
  startTenantWithData,
  waitForCondition,
  type TestTenant,
} from '../testing/__testUtils__/tenant';
import {
  databases,
  databasesResource,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { resourceQuotas } from './planQuota';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let admin: KubeClient;
let tenant: TestTenant;
let backend: RunningBackend;

beforeAll(async () => {
  plane = await startControlPlane('service-namespaces');
  admin = plane.admin;
  backend = await plane.backend();
  tenant = await startTenant(plane, backend);
});
afterAll(async () => {
  await tenant?.client.close();
  await plane?.stop();
});

describe('a service namespace', () => {
  beforeAll(() => tenant.ensureExported());

  it('has its rights before it is published in the status', async () => {
    const bound: string[] = [];
    const stop = new AbortController();
    const watching = createCache({
      client: admin,
      namespace: tenant.namespace,
      resource: bindResources.serviceNamespaces,
    });
    const checks: Promise<unknown>[] = [];
    watching.subscribe(({ object }) => {
      const where = object.status?.namespace;
      if (!where) return;
      checks.push(
        tenant
          .getGrant(where)
          .then(found => bound.push(found?.roleRef.name ?? 'none')),
      );
    });
    watching.start(stop.signal);
    await watching.whenSynced();
    await tenant.claimNamespace('team-a');
    const where = await tenant.waitForServiceNamespace('team-a');
    await eventually(
      'the published namespace was observed',
      async () => checks.length > 0,
    );
    await Promise.all(checks);
    stop.abort();

    expect(where).toBe(`${tenant.namespace}-team-a`);
    expect(new Set(bound)).toEqual(new Set([`klutch-api-${exportName}`]));
    const created = await admin.get(core.namespaces, { name: where });
    expect(
      created?.metadata.annotations?.[annotations.apiServiceNamespace],
    ).toBe(`${tenant.namespace}/team-a`);
  });

  it('that existed before gets the rights of an API that is bound later (B6)', async () => {
    const later = await startTenant(plane, backend, 'bob');
    await later.claimNamespace('team-a');
    const where = await later.waitForServiceNamespace('team-a');
    const may = () =>
      later.client.canI({ ...databases, verb: 'create', namespace: where });
    expect(await may()).toBe(false);
    await later.ensureExported();
    await eventually('the rights follow', may);
    await later.client.close();
  });

  it('lets the konnector work on exported and claimed objects there, and only there (B12)', async () => {
    await tenant.claimNamespace('work');
    const where = await tenant.waitForServiceNamespace('work');
    await eventually('the rights count', () =>
      tenant.client.canI({ ...databases, verb: 'create', namespace: where }),
    );
    await tenant.createDatabase(where, 'one');
    await tenant.client.list(core.secrets, { namespace: where });
    const secrets = { group: '', resource: 'secrets', namespace: where };
    expect(await tenant.client.canI({ ...secrets, verb: 'create' })).toBe(
      false,
    );
    expect(await tenant.client.canI({ ...secrets, verb: 'delete' })).toBe(
      false,
    );
    await expect(tenant.createDatabase('default', 'two')).rejects.toThrow(
      /forbidden/,
    );
    await expect(tenant.client.list(databasesResource)).rejects.toThrow(
      /forbidden/,
    );
  });

  it('is kept while it contains objects that were not deleted on the app cluster, and deleted afterwards', async () => {
    const { tenant: one, where } = await startTenantWithData(
      plane,
      backend,
      'emptied',
    );
    const key = { namespace: one.namespace, name: 'team-a' };
    await one.client.delete(bindResources.serviceNamespaces, key);
    const problem = await eventually('the reason', () =>
      one.problemOf('team-a'),
    );
    expect(problem).toContain(`1 ${exportName} in it were never deleted`);
    await waitForCondition(
      'the condition of the ClusterBinding',
      () => one.clusterCondition(backendConditions.serviceNamespacesReady),
      found => found?.message?.includes('team-a: Namespace') ?? false,
    );

    await one.client.delete(databasesResource, {
      namespace: where,
      name: 'one',
    });
    await admin.mergePatch(bindResources.serviceNamespaces, key, {
      metadata: { labels: { resync: 'once' } },
    });
    await eventually(
      'the service namespace and its APIServiceNamespace are deleted',
      async () => {
        const left = await admin.get(core.namespaces, { name: where });
        return !left && !(await one.getServiceNamespace('team-a'));
      },
    );
    // The namespace's event may arrive first, when the object is deleted but still in the cache (R40).
    const failures = plane.logLines.filter(
      line =>
        line.includes(one.namespace) &&
        line.includes('reconcile failed') &&
        line.includes('not found'),
    );
    expect(failures).toEqual([]);
    await one.client.close();
  });

  it('is never a foreign one, neither at creation nor at deletion (B7)', async () => {
    const name = `${tenant.namespace}-foreign`;
    await admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
    await tenant.claimNamespace('foreign');
    const problem = await eventually('the reason', () =>
      tenant.problemOf('foreign'),
    );
    expect(problem).toContain('was not created for this app cluster');
    expect(
      await admin.get(core.roleBindings, {
        namespace: name,
        name: names.binder,
      }),
    ).toBeUndefined();
    expect(
      (await tenant.getServiceNamespace('foreign'))?.status,
    ).toBeUndefined();

    const key = { namespace: tenant.namespace, name: 'foreign' };
    await tenant.client.delete(bindResources.serviceNamespaces, key);
    await eventually(
      'the APIServiceNamespace is deleted',
      async () => !(await tenant.getServiceNamespace('foreign')),
    );
    const left = await admin.get(core.namespaces, { name });
    expect(left?.metadata.deletionTimestamp).toBeUndefined();
    expect(left).toBeDefined();
  });

  it('with too long a name is refused with a message, also on the ClusterBinding', async () => {
    const long = 'n'.repeat(60);
    await tenant.claimNamespace(long);
    const problem = await eventually('the reason', () =>
      tenant.problemOf(long),
    );
    expect(problem).toContain('Kubernetes allows 63');
    await waitForCondition(
      'the condition',
      () => tenant.clusterCondition(backendConditions.serviceNamespacesReady),
      found => found?.message?.includes('Kubernetes allows 63') ?? false,
    );
    await tenant.client.delete(bindResources.serviceNamespaces, {
      namespace: tenant.namespace,
      name: long,
    });
    await waitForCondition(
      'the condition is True again',
      () => tenant.clusterCondition(backendConditions.serviceNamespacesReady),
      found => found?.status === 'True',
    );
  });

  itLong(
    'is deleted although no backend ran when its APIServiceNamespace was deleted',
    async () => {
      await tenant.claimNamespace('away');
      const where = await tenant.waitForServiceNamespace('away');
      await backend.stop();
      const key = { namespace: tenant.namespace, name: 'away' };
      await tenant.client.delete(bindResources.serviceNamespaces, key);
      expect(await tenant.getServiceNamespace('away')).toBeDefined();
      backend = await plane.backend();
      await eventually(
        'the service namespace and its APIServiceNamespace are deleted',
        async () => {
          const left = await admin.get(core.namespaces, { name: where });
          return !left && !(await tenant.getServiceNamespace('away'));
        },
      );
    },
  );

  itLong(
    'is kept with its data when the cluster namespace is deleted after its API was withdrawn',
    async () => {
      const { tenant: one, where } = await startTenantWithData(
        plane,
        backend,
        'withdrawn',
      );
      const { namespace } = one;
      await one.client.mergePatch(
        bindResources.serviceNamespaces,
        { namespace, name: 'team-a' },
        {
          metadata: { annotations: { [annotations.syncedTypes]: exportName } },
        },
      );
      const template = databasesTemplate();
      await admin.delete(bindResources.templates, {
        namespace: template.metadata.namespace,
        name: template.metadata.name ?? '',
      });
      try {
        await admin.delete(bindResources.exports, {
          namespace,
          name: exportName,
        });
        await one.waitForGrantRemoval(where);

        await admin.delete(core.namespaces, { name: namespace });
        const problem = await eventually('the reason', () =>
          one.problemOf('team-a'),
        );
        expect(problem).toContain(`1 ${exportName} in it were never deleted`);
        const left = await admin.get(core.namespaces, { name: where });
        expect(left?.metadata.deletionTimestamp).toBeUndefined();
        expect(left).toBeDefined();
      } finally {
        await plane.offer([secretsClaim]);
        await one.client.close();
      }
    },
  );
});

itLong(
  'does not wait behind a hundred service namespaces of another tenant',
  async () => {
    const tenants = [
      await startTenant(plane, backend, 'hoarder'),
      await startTenant(plane, backend, 'newcomer'),
    ];
    for (const one of tenants) {
      await one.claimNamespace('first');
      await one.waitForServiceNamespace('first');
    }
    // At a start all objects are listed at once, in order: without fair queueing the last tenant of the list would be
    // served last.
    const [many, few] = tenants.sort((a, b) =>
      a.namespace < b.namespace ? -1 : 1,
    );
    if (!many || !few) throw new Error('There are two of them.');
    await backend.stop();
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => many.claimNamespace(`team-${i}`)),
    );
    await few.claimNamespace('team-a');

    const announced: string[] = [];
    const stop = new AbortController();
    const watching = createCache({
      client: admin,
      resource: bindResources.serviceNamespaces,
    });
    watching.subscribe(({ key, object, previous }) => {
      if (object.status?.namespace && !previous?.status?.namespace)
        announced.push(key);
    });
    watching.start(stop.signal);
    await watching.whenSynced();
    const from = announced.length;
    backend = await plane.backend();
    const late = `${few.namespace}/team-a`;
    await eventually(
      'the service namespace of the other tenant is published',
      async () => announced.includes(late),
    );
    stop.abort();
    const before = announced.slice(from, announced.indexOf(late));
    expect(before.length).toBeLessThan(20);
    await Promise.all(tenants.map(({ client }) => client.close()));
  },
);

itLong(
  "R14: a tenant has no more service namespaces than the limit, with a message that its konnector repeats, and an operator's limit applies",
  async () => {
    const counted = 'count/apiservicenamespaces.klutch.anynines.com';
    const { name } = serviceNamespaceQuota;
    const limitIn = async (namespace: string) =>
      (await admin.get(resourceQuotas, { namespace, name }))?.spec?.hard?.[
        counted
      ];
    const waitForLimit = (namespace: string, limit: string) =>
      eventually(`${namespace} has its limit`, async () => {
        return (await limitIn(namespace)) === limit;
      });
    /** As the control plane cluster's own quota controller, which counts types some time after discovering them. */
    const count = (namespace: string, hard: string, used: string) =>
      admin.mergePatch(
        resourceQuotas,
        { namespace, name },
        { status: { hard: { [counted]: hard }, used: { [counted]: used } } },
        { subresource: 'status' },
      );
    const clock = fakeClock();
    clock.advance(660); // Types are counted by then.
    const earlier = await startTenant(plane, backend, 'before-limits');
    await plane.stopBackends();
    const limited = await plane.backend({
      serviceNamespaceLimit: 1,
      now: clock.now,
    });
    const one = await startTenant(plane, limited, 'bounded');
    const { namespace } = one;
    await waitForLimit(namespace, '1');
    await waitForLimit(earlier.namespace, '1'); // Existing tenants get their ResourceQuota, too.
    await count(namespace, '1', '0');
    await one.claimNamespace('first');
    await one.waitForServiceNamespace('first');
    let asked = 0;
    const refusal = await eventually('the quota counts', async () => {
      asked += 1;
      const claimed = one.claimNamespace(`more-${asked}`);
      return claimed.then(() => undefined).catch(String);
    });
    expect(refusal).toContain('exceeded quota: service-namespaces');
    for (const verb of ['delete', 'patch', 'create']) {
      expect(
        await one.client.canI({
          verb,
          group: '',
          resource: 'resourcequotas',
          namespace,
        }),
      ).toBe(false);
    }

    const key = { namespace, name };
    await admin.mergePatch(resourceQuotas, key, {
      spec: { hard: { [counted]: '900' } },
    });
    await limited.stop();
    const relaxed = await plane.backend({
      serviceNamespaceLimit: 3,
      now: clock.now,
    });
    await waitForLimit(earlier.namespace, '3');
    const later = await startTenant(plane, relaxed, 'bounded-later');
    await waitForLimit(later.namespace, '3');
    expect(await limitIn(namespace)).toBe('900');
    await relaxed.stop();
    backend = await plane.backend();
    await Promise.all(
      [earlier, one, later].map(({ client }) => client.close()),
    );
  },
);
