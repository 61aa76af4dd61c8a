import {
  annotations,
  binderClusterRoleName,
  bindResources,
  names,
  policyRule,
} from '@klutch/bind-api';
import { core, createCache, isForbidden, type KubeClient } from '@klutch/kube';
import {
  backendConditions,
  serviceNamespaceQuota,
  tokenAnnotations,
} from '../backendNames';
import { templateRoles } from '../roles/templateRole';
import { ageToken } from '../testing/__testUtils__/ageToken';
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
  databasesExport,
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
  plane = await startControlPlane('tenants');
  admin = plane.admin;
  backend = await plane.backend();
  tenant = await startTenant(plane, backend);
});
afterAll(async () => {
  await tenant?.client.close();
  await plane?.stop();
});

describe('rights of an app cluster', () => {
  beforeAll(() => tenant.ensureExported());

  it('are corrected when they were widened', async () => {
    const key = { namespace: tenant.namespace, name: names.binder };
    const intruder = {
      kind: 'ServiceAccount',
      name: 'x',
      namespace: 'default',
    };
    await admin.mergePatch(core.roleBindings, key, { subjects: [intruder] });
    const subjects = await eventually(
      'the subjects are corrected',
      async () => {
        const binding = await admin.get(core.roleBindings, key);
        return binding?.subjects?.some(({ name }) => name === 'x')
          ? undefined
          : binding?.subjects;
      },
    );
    expect(subjects).toEqual([
      {
        kind: 'ServiceAccount',
        name: names.binder,
        namespace: tenant.namespace,
      },
    ]);
  });

  it('are never cluster-wide, whatever the reference left behind (B1)', async () => {
    const name = binderClusterRoleName(tenant.namespace);
    const grants: string[] = [];
    const stop = new AbortController();
    const cache = createCache({
      client: admin,
      resource: core.clusterRoleBindings,
      fieldSelector: `metadata.name=${name}`,
    });
    cache.subscribe(({ type }) => grants.push(type));
    cache.start(stop.signal);
    await cache.whenSynced();
    await admin.create(core.clusterRoleBindings, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name,
      },
      subjects: [
        {
          kind: 'ServiceAccount',
          name: names.binder,
          namespace: tenant.namespace,
        },
      ],
    });
    await eventually('the grant is removed', async () =>
      grants.includes('deleted'),
    );

    // The reference re-creates the grant on every other reconciliation: provoke several, each confirmed by the
    // condition after a heartbeat.
    const healthy = () => tenant.clusterCondition('Healthy');
    const isTrue = (found?: { status: string }) => found?.status === 'True';
    for (const interval of ['1m0s', '2m0s', '3m0s', '4m0s']) {
      await tenant.sendHeartbeat({
        heartbeatInterval: interval,
        conditions: [],
      });
      await waitForCondition('the reconcile', healthy, isTrue);
    }
    stop.abort();
    expect(grants).toEqual(['added', 'deleted']);
    await eventually('the cluster-wide right is removed', async () =>
      tenant.client
        .list(core.secrets)
        .then(() => false)
        .catch(isForbidden),
    );
  });

  it('are reported with the YAML when their roles are missing, and not withdrawn from the app cluster', async () => {
    await tenant.claimNamespace('granted');
    const where = await tenant.waitForServiceNamespace('granted');
    await tenant.waitForGrant(where);
    const [, role] = templateRoles(databasesTemplate());
    await admin.delete(core.clusterRoles, { name: role.metadata.name ?? '' });
    const missing = await eventually('the condition', async () => {
      const found = await tenant.clusterCondition(
        backendConditions.rightsGranted,
      );
      return found?.status === 'False' && found;
    });
    expect(missing.message).toContain(`klutch-template-${exportName}`);
    expect(await tenant.getGrant(where)).toBeDefined();

    await plane.offer([secretsClaim]);
    await waitForCondition(
      'the rights are restored',
      () => tenant.clusterCondition(backendConditions.rightsGranted),
      found => found?.status === 'True',
    );
  });
});

it('R08: cluster-wide rights of the reference do not grow, and are removed once they are not needed', async () => {
  const one = await startTenant(plane, backend, 'cluster-wide');
  const { namespace } = one;
  const name = binderClusterRoleName(namespace);
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const caches = { group: 'example.test', resource: 'caches' };
  const apiExport = databasesExport(namespace, []);
  const wide = (plural: string): typeof apiExport => ({
    ...apiExport,
    metadata: { name: `${plural}.example.test`, namespace },
    spec: {
      ...apiExport.spec,
      names: { ...apiExport.spec.names, plural },
      informerScope: 'Cluster',
    },
  });
  const may = (api: typeof caches) => one.client.canI({ ...api, verb: 'list' });
  await plane.offer([secretsClaim]);

  // As left by the reference's backend.
  await admin.create(bindResources.exports, wide(caches.resource));
  await admin.create(core.clusterRoles, {
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name },
    rules: [policyRule(caches.group, [caches.resource], ['list'])],
  });
  await admin.create(core.clusterRoleBindings, {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name: names.binder, namespace }],
  });
  await eventually('the app cluster has cluster-wide rights', () =>
    may(caches),
  );

  const refused = await plane.request(namespace);
  const failed = await eventually('the refusal', async () => {
    const request = await plane.getRequest(namespace, refused);
    return request?.status?.phase === 'Failed' && request;
  });
  expect(failed.status?.terminalMessage).toContain(
    `kubectl -n ${namespace} delete apiserviceexports caches.example.test`,
  );
  expect(await one.getExport()).toBeUndefined();
  expect(await may(caches)).toBe(true);
  const live = await admin.get(core.clusterRoles, { name });
  expect(live?.rules).toHaveLength(1);

  await admin.delete(bindResources.exports, {
    namespace,
    name: 'caches.example.test',
  });
  await eventually(
    'the cluster-wide rights are removed',
    async () => !(await may(caches)),
  );
  await one.ensureExported();
  await one.claimNamespace('team-a');
  const where = await one.waitForServiceNamespace('team-a');
  await one.waitForGrant(where);
  const secrets = { group: '', resource: 'secrets', verb: 'list' };
  await eventually('the app cluster has rights in its service namespace', () =>
    one.client.canI({ ...secrets, namespace: where }),
  );
  expect(await one.client.canI(secrets)).toBe(false);
  await one.client.close();
});

describe('R13: grants by the verb bind', () => {
  const right = { group: '', resource: 'secrets' } as const;

  it('R13: the backend grants rights on Secrets that it does not hold, and cannot grant them to itself', async () => {
    const one = await startTenant(plane, backend, 'granted');
    await one.ensureExported();
    await one.claimNamespace('team-a');
    const where = await one.waitForServiceNamespace('team-a');
    await eventually('the konnector may read Secrets there', () =>
      one.client.canI({ ...right, verb: 'list', namespace: where }),
    );
    for (const namespace of [where, one.namespace, 'kube-system', undefined]) {
      for (const verb of ['get', 'list', 'watch', 'update', 'patch']) {
        expect(await plane.portal.canI({ ...right, verb, namespace })).toBe(
          false,
        );
      }
    }
    expect(await plane.portal.canI({ ...databases, verb: 'create' })).toBe(
      false,
    );
    await one.client.close();
  });

  it('R13: the former grants of an app cluster are removed only when the new ones exist', async () => {
    const one = await startTenant(plane, backend, 'migrated');
    await one.ensureExported();
    await one.claimNamespace('team-a');
    const where = await one.waitForServiceNamespace('team-a');
    await one.waitForGrant(where);
    await backend.stop();

    // As left by an earlier version, or the reference: other grants, and no roles of the API.
    const roles = templateRoles(databasesTemplate());
    const [apiRole] = roles;
    const former = binderClusterRoleName(one.namespace);
    const old = { namespace: where, name: names.binder };
    const grant = await one.getGrant(where);
    await admin.create(core.clusterRoles, {
      ...apiRole,
      metadata: { name: former },
    });
    await admin.create(core.roleBindings, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: old,
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: former,
      },
      subjects: grant?.subjects,
    });
    await admin.delete(core.roleBindings, {
      namespace: where,
      name: `klutch-api-${exportName}`,
    });
    for (const { metadata } of roles) {
      await admin.delete(core.clusterRoles, { name: metadata.name ?? '' });
    }

    backend = await plane.backend();
    const rightsGranted = () =>
      one.clusterCondition(backendConditions.rightsGranted);
    await waitForCondition(
      'the condition',
      rightsGranted,
      found => found?.status === 'False',
    );
    // The earlier reconciliation is complete once this later one has finished.
    await one.claimNamespace('team-b');
    await one.waitForServiceNamespace('team-b');
    expect(await admin.get(core.roleBindings, old)).toBeDefined();
    expect(
      await one.client.canI({ ...right, verb: 'list', namespace: where }),
    ).toBe(true);

    const grants: string[] = [];
    const stop = new AbortController();
    const watching = createCache({
      client: admin,
      namespace: where,
      resource: core.roleBindings,
    });
    watching.subscribe(({ type, object }) =>
      grants.push(`${type} ${object.metadata.name}`),
    );
    watching.start(stop.signal);
    await watching.whenSynced();
    await plane.offer([secretsClaim]);
    await eventually('the former grant is deleted', async () =>
      grants.includes(`deleted ${names.binder}`),
    );
    stop.abort();
    expect(grants).toEqual([
      `added ${names.binder}`,
      `added klutch-api-${exportName}`,
      `deleted ${names.binder}`,
    ]);
    expect(
      await one.client.canI({ ...right, verb: 'list', namespace: where }),
    ).toBe(true);
    await waitForCondition(
      'RightsGranted is True again',
      rightsGranted,
      found => found?.status === 'True',
    );
    await one.client.close();
  });
});

describe('health of an app cluster', () => {
  it('is True right after a heartbeat (B5)', async () => {
    await tenant.sendHeartbeat({});
    await waitForCondition(
      'Healthy',
      () => tenant.clusterCondition('Healthy'),
      found => found?.status === 'True',
    );
    expect(await tenant.clusterCondition('Ready')).toMatchObject({
      status: 'True',
    });
  });

  it('becomes False without an event when heartbeats stop', async () => {
    await tenant.sendHeartbeat({ heartbeatInterval: '1s' });
    await waitForCondition(
      'HeartbeatTimeout',
      () => tenant.clusterCondition('Healthy'),
      found => found?.reason === 'HeartbeatTimeout',
    );
    expect(await tenant.clusterCondition('Ready')).toMatchObject({
      status: 'False',
      reason: 'HeartbeatTimeout',
    });
  });
});

it('is reported again after its ClusterBinding was deleted and restored, with rights and renewal', async () => {
  const one = await startTenant(plane, backend, 'deleted');
  const { namespace } = one;
  try {
    await one.ensureExported();
    const key = { namespace, name: names.clusterBinding };
    const before = await admin.get(bindResources.clusterBindings, key);
    await admin.delete(bindResources.clusterBindings, key);
    const after = await eventually('the ClusterBinding is restored', () =>
      admin.get(bindResources.clusterBindings, key),
    );
    expect(after.spec).toEqual(before?.spec);
    expect(after.metadata.uid).not.toBe(before?.metadata.uid);
    const binder = { namespace, name: names.binder };
    await admin.delete(core.roleBindings, binder);
    await eventually('the RoleBinding is restored', () =>
      admin.get(core.roleBindings, binder),
    );
    await ageToken(admin, namespace, 0.6 * 86_400);
    await eventually('the token is renewed', async () => {
      const found = await admin.get(core.secrets, {
        namespace,
        name: names.kubeconfigSecret,
      });
      const { previousSecret } = tokenAnnotations;
      return found?.metadata.annotations?.[previousSecret] !== undefined;
    });
  } finally {
    await one.client.close();
  }
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

  it('is deleted although no backend ran when its APIServiceNamespace was deleted', async () => {
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
  });

  it('is kept with its data when the cluster namespace is deleted after its API was withdrawn', async () => {
    const { tenant: one, where } = await startTenantWithData(
      plane,
      backend,
      'withdrawn',
    );
    const { namespace } = one;
    await one.client.mergePatch(
      bindResources.serviceNamespaces,
      { namespace, name: 'team-a' },
      { metadata: { annotations: { [annotations.syncedTypes]: exportName } } },
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
  });
});

it('does not wait behind a hundred service namespaces of another tenant', async () => {
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
});

it("R14: a tenant has no more service namespaces than the limit, with a message that its konnector repeats, and an operator's limit applies", async () => {
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
  await Promise.all([earlier, one, later].map(({ client }) => client.close()));
});
