import {
  annotations,
  apiServiceNamespaceResource,
  binderClusterRoleName,
  getCondition,
  names,
  type APIServiceExport,
  type Condition,
} from '@klutch/bind-api';
import { core, createCache, isForbidden, type KubeClient } from '@klutch/kube';
import equal from 'fast-deep-equal';
import { backendConditions, backendNames } from '../backendNames';
import { bindResources } from '../resources';
import { templateRole } from '../roles/templateRole';
import { tenantRules } from '../roles/tenantRole';
import {
  byOperator,
  clientOf,
  eventually,
  shiftedClock,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/controlPlane';
import {
  configMapsClaim,
  databases,
  databasesCrd,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';

jest.setTimeout(90_000);

const exportName = 'databases.example.test';
const database = {
  ...databases,
  plural: databases.resource,
  version: 'v1',
  kind: 'Database',
  namespaced: true,
};

let plane: TestControlPlane;
let admin: KubeClient;
let backend: RunningBackend;
let tenant: KubeClient;
let namespace: string;
let role: string;

const getExport = () =>
  admin.get(bindResources.exports, { namespace, name: exportName });
const exportCondition = async (type: string) =>
  getCondition((await getExport())?.status?.conditions, type);
const clusterCondition = async (type: string) => {
  const key = { namespace, name: names.clusterBinding };
  const binding = await admin.get(bindResources.clusterBindings, key);
  return getCondition(binding?.status?.conditions, type);
};
const untilExport = (
  what: string,
  test: (found: APIServiceExport) => unknown,
) =>
  eventually(what, async () => {
    const found = await getExport();
    return found && test(found) ? found : undefined;
  });
const untilCondition = (
  read: () => Promise<Condition | undefined>,
  test: (found: Condition | undefined) => boolean,
  what: string,
) => eventually(what, async () => test(await read()));
const getRole = () => admin.get(core.clusterRoles, { name: role });
const untilRules = (wanted: ReturnType<typeof tenantRules>) =>
  eventually('the rights follow', async () => {
    const rules = (await getRole())?.rules ?? [];
    return equal(rules, wanted);
  });
const removeTemplate = () =>
  admin.delete(bindResources.templates, {
    namespace: 'default',
    name: exportName,
  });
const removeTemplateRole = () =>
  admin.delete(core.clusterRoles, {
    name: templateRole(databasesTemplate()).metadata.name ?? '',
  });

/** What the konnector does first for a namespace of the app cluster. */
const claimNamespace = (name: string) =>
  tenant.create(bindResources.serviceNamespaces, {
    apiVersion: names.apiVersion,
    kind: apiServiceNamespaceResource.kind,
    metadata: { name, namespace },
    spec: {},
  });
const getServiceNamespace = (name: string) =>
  admin.get(bindResources.serviceNamespaces, { namespace, name });
const problemOf = async (name: string) =>
  (await getServiceNamespace(name))?.metadata.annotations?.[
    backendNames.serviceNamespaceProblem
  ];
const readyNamespace = (name: string) =>
  eventually(`service namespace of ${name}`, async () => {
    const object = await getServiceNamespace(name);
    return object?.status?.namespace;
  });
const createDatabase = (where: string, name: string) =>
  tenant.create(database, {
    apiVersion: 'example.test/v1',
    kind: 'Database',
    metadata: { name, namespace: where },
    spec: { size: 'small' },
  });

beforeAll(async () => {
  plane = await startControlPlane('controllers');
  admin = plane.admin;
  backend = await plane.backend();
  const provisioned = await backend.provision({
    subject: 'alice',
    clusterId: 'apps',
  });
  namespace = provisioned.namespace;
  role = binderClusterRoleName(namespace);
  tenant = clientOf(provisioned.kubeconfig);
});
afterAll(async () => {
  await tenant?.close();
  await plane?.stop();
});

describe('an export request', () => {
  it('says at once that nothing offers the API, and fails in words within its minute', async () => {
    const name = await plane.request(namespace);
    const pending = await eventually('a condition', async () => {
      const request = await plane.getRequest(namespace, name);
      return getCondition(request?.status?.conditions, 'ExportsReady');
    });
    expect(pending).toMatchObject({
      status: 'False',
      reason: 'TemplateNotFound',
      message: expect.stringContaining('is not offered'),
    });

    const clock = shiftedClock();
    clock.forward(58);
    const later = await plane.backend({ now: clock.now });
    const failed = await eventually('the failure', async () => {
      const request = await plane.getRequest(namespace, name);
      return request?.status?.phase === 'Failed' && request;
    });
    expect(failed.status?.terminalMessage).toContain('is not offered');
    await later.stop();
  });

  it('carries the YAML of the rights that the backend lacks, and goes on by itself once they are there', async () => {
    const template = databasesTemplate([secretsClaim]);
    await admin.apply(bindResources.templates, template, byOperator);
    const name = await plane.request(namespace);
    const pending = await eventually('the missing rights', async () => {
      const request = await plane.getRequest(namespace, name);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'MissingRights' && found;
    });
    expect(pending.message).toContain('kind: ClusterRole');
    expect(pending.message).toContain(`klutch-template-${exportName}`);
    expect(await getExport()).toBeUndefined();

    await plane.offer([secretsClaim]);
    await eventually('success', async () => {
      const request = await plane.getRequest(namespace, name);
      return request?.status?.phase === 'Succeeded';
    });
    const made = await untilExport('the export', found => found);
    const expected = databasesExport(namespace, [secretsClaim]);
    expect(made.spec).toMatchObject(expected.spec);
    expect(made.metadata.annotations).toMatchObject(
      expected.metadata.annotations ?? {},
    );
    await untilCondition(
      () => exportCondition('ProviderInSync'),
      found => found?.status === 'True',
      'ProviderInSync',
    );
    await untilRules(tenantRules([expected]));
  });

  it('is removed ten minutes after it was made', async () => {
    const clock = shiftedClock();
    clock.forward(598);
    const name = await plane.request(namespace);
    const later = await plane.backend({ now: clock.now });
    await eventually(
      'the removal',
      async () => !(await plane.getRequest(namespace, name)),
    );
    await later.stop();
  });

  it('is refused outside of cluster namespaces', async () => {
    const name = await plane.request('default');
    await eventually('the refusal', async () => {
      const request = await plane.getRequest('default', name);
      return request?.status?.terminalMessage?.includes('no cluster namespace');
    });
  });
});

describe('an export', () => {
  it("follows the CRD, the template's claims, and its rights follow too", async () => {
    const before = await untilExport('the export', found => found);
    await plane.installCrd(
      databasesCrd({ size: { type: 'string' }, zone: { type: 'string' } }),
    );
    const changed = await untilExport('the new schema', found =>
      JSON.stringify(found.spec.versions).includes('zone'),
    );
    expect(changed.metadata.annotations?.[annotations.sourceSpecHash]).not.toBe(
      before.metadata.annotations?.[annotations.sourceSpecHash],
    );

    const claims = [secretsClaim, configMapsClaim];
    await plane.offer(claims);
    await untilExport('the new claim', found =>
      found.spec.permissionClaims?.some(
        ({ resource }) => resource === 'configmaps',
      ),
    );
    await untilRules(tenantRules([databasesExport(namespace, claims)]));
    await plane.offer([secretsClaim]);
    await untilRules(tenantRules([databasesExport(namespace, [secretsClaim])]));
  });

  it('outlives the absence of its CRD and says so meanwhile (B11)', async () => {
    const before = await untilExport('the export', found => found);
    await admin.delete(bindResources.crds, { name: exportName });
    await untilCondition(
      () => exportCondition('ProviderInSync'),
      found => found?.reason === 'CustomResourceDefinitionNotFound',
      'the condition',
    );
    await eventually(
      'the CRD is gone',
      async () => !(await admin.get(bindResources.crds, { name: exportName })),
    );
    await plane.installCrd(databasesCrd());
    await untilCondition(
      () => exportCondition('ProviderInSync'),
      found => found?.status === 'True',
      'ProviderInSync',
    );
    expect((await getExport())?.metadata.uid).toBe(before.metadata.uid);
  });

  it('stays when its template is deleted, marked, and is not bound anew', async () => {
    const before = await untilExport('the export', found => found);
    await removeTemplate();
    await untilCondition(
      () => exportCondition(backendConditions.withdrawn),
      found => found?.status === 'True',
      'the mark',
    );
    const name = await plane.request(namespace);
    await eventually('the answer', async () => {
      const request = await plane.getRequest(namespace, name);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'TemplateNotFound';
    });
    expect((await getExport())?.metadata.uid).toBe(before.metadata.uid);

    await plane.offer([secretsClaim]);
    await untilCondition(
      () => exportCondition(backendConditions.withdrawn),
      found => !found,
      'the mark is gone',
    );
    await eventually('the waiting request succeeds', async () => {
      const request = await plane.getRequest(namespace, name);
      return request?.status?.phase === 'Succeeded';
    });
  });
});

describe('rights of an app cluster', () => {
  const drift = {
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  };

  it('are corrected when somebody widens them', async () => {
    const wanted = (await getRole())?.rules ?? [];
    await admin.mergePatch(core.clusterRoles, { name: role }, drift);
    await untilRules(wanted);
    const key = { namespace, name: names.binder };
    const intruder = {
      kind: 'ServiceAccount',
      name: 'x',
      namespace: 'default',
    };
    await admin.mergePatch(core.roleBindings, key, { subjects: [intruder] });
    await eventually('the subjects are corrected', async () => {
      const binding = await admin.get(core.roleBindings, key);
      return binding?.subjects?.every(({ name }) => name === names.binder);
    });
  });

  it('are never cluster-wide, whatever the reference left behind (B1)', async () => {
    const grants: string[] = [];
    const stop = new AbortController();
    const cache = createCache({
      client: admin,
      resource: core.clusterRoleBindings,
      fieldSelector: `metadata.name=${role}`,
    });
    cache.subscribe(({ type }) => grants.push(type));
    cache.start(stop.signal);
    await cache.whenSynced();
    await admin.create(core.clusterRoleBindings, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: role },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: role,
      },
      subjects: [{ kind: 'ServiceAccount', name: names.binder, namespace }],
    });
    await eventually('it is removed', async () => grants.includes('deleted'));

    // The reference re-creates it on every other reconcile: provoke several, each seen through by a heartbeat's answer.
    for (const interval of ['1m0s', '2m0s', '3m0s', '4m0s']) {
      await beat({ heartbeatInterval: interval, conditions: [] });
      await untilCondition(
        () => clusterCondition('Healthy'),
        found => found?.status === 'True',
        'the reconcile',
      );
    }
    stop.abort();
    expect(grants).toEqual(['added', 'deleted']);
    await eventually('the right is gone', async () =>
      tenant
        .list(core.secrets)
        .then(() => false)
        .catch(isForbidden),
    );
  });

  it('are reported with the YAML when the backend loses them, and not taken from the app cluster', async () => {
    const wanted = (await getRole())?.rules ?? [];
    await removeTemplateRole();
    await eventually(
      'the backend has lost the rights',
      async () => !(await plane.portal.canI({ ...databases, verb: 'list' })),
    );
    await admin.mergePatch(
      core.clusterRoles,
      { name: role },
      {
        rules: wanted.filter(({ resources }) =>
          resources?.includes('databases'),
        ),
      },
    );
    const missing = await eventually('the condition', async () => {
      const found = await clusterCondition(backendConditions.rightsGranted);
      return found?.status === 'False' && found;
    });
    expect(missing.message).toContain(`klutch-template-${exportName}`);
    expect((await getRole())?.rules).toHaveLength(1);

    await plane.offer([secretsClaim]);
    await untilCondition(
      () => clusterCondition(backendConditions.rightsGranted),
      found => found?.status === 'True',
      'the rights are back',
    );
    await untilRules(wanted);
  });
});

const beat = (status: object) => {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  return tenant.mergePatch(
    bindResources.clusterBindings,
    { namespace, name: names.clusterBinding },
    {
      status: {
        lastHeartbeatTime: now,
        heartbeatInterval: '5m0s',
        konnectorVersion: 'v1.0.0',
        ...status,
      },
    },
    { subresource: 'status' },
  );
};

describe('health of an app cluster', () => {
  it('is good right after a heartbeat (B5)', async () => {
    await beat({});
    await untilCondition(
      () => clusterCondition('Healthy'),
      found => found?.status === 'True',
      'Healthy',
    );
    expect(await clusterCondition('Ready')).toMatchObject({ status: 'True' });
  });

  it('is bad when the next heartbeats do not come, without any event', async () => {
    await beat({ heartbeatInterval: '1s' });
    await untilCondition(
      () => clusterCondition('Healthy'),
      found => found?.reason === 'HeartbeatTimeout',
      'HeartbeatTimeout',
    );
  });
});

describe('a service namespace', () => {
  it('has its rights before it is announced', async () => {
    const bound: string[] = [];
    const stop = new AbortController();
    const watching = createCache({
      client: admin,
      namespace,
      resource: bindResources.serviceNamespaces,
    });
    const checks: Promise<unknown>[] = [];
    watching.subscribe(({ object }) => {
      const where = object.status?.namespace;
      if (!where) return;
      const key = { namespace: where, name: names.binder };
      checks.push(
        admin
          .get(core.roleBindings, key)
          .then(found => bound.push(found?.roleRef.name ?? 'none')),
      );
    });
    watching.start(stop.signal);
    await watching.whenSynced();
    await claimNamespace('team-a');
    const where = await readyNamespace('team-a');
    await eventually('it was seen', async () => checks.length > 0);
    await Promise.all(checks);
    stop.abort();

    expect(where).toBe(`${namespace}-team-a`);
    expect(new Set(bound)).toEqual(new Set([role]));
    const created = await admin.get(core.namespaces, { name: where });
    expect(
      created?.metadata.annotations?.[annotations.apiServiceNamespace],
    ).toBe(`${namespace}/team-a`);
  });

  it('lets the konnector work on exported and claimed objects there, and only there', async () => {
    const where = await readyNamespace('team-a');
    await eventually('the rights count', () =>
      tenant.canI({ ...databases, verb: 'create', namespace: where }),
    );
    await createDatabase(where, 'one');
    await tenant.list(core.secrets, { namespace: where });
    const secrets = { group: '', resource: 'secrets', namespace: where };
    expect(await tenant.canI({ ...secrets, verb: 'create' })).toBe(false);
    expect(await tenant.canI({ ...secrets, verb: 'delete' })).toBe(false);
    await expect(createDatabase('default', 'two')).rejects.toThrow(/forbidden/);
    await expect(tenant.list(database)).rejects.toThrow(/forbidden/);
  });

  it('is kept while something in it was never deleted on the app cluster, and goes afterwards', async () => {
    const where = await readyNamespace('team-a');
    const key = { namespace, name: 'team-a' };
    await tenant.delete(bindResources.serviceNamespaces, key);
    const problem = await eventually('the reason', () => problemOf('team-a'));
    expect(problem).toContain(`1 ${exportName} in it were never deleted`);
    await untilCondition(
      () => clusterCondition(backendConditions.serviceNamespacesReady),
      found => found?.message?.includes('team-a: Namespace') ?? false,
      'the condition of the ClusterBinding',
    );

    await tenant.delete(database, { namespace: where, name: 'one' });
    await admin.mergePatch(bindResources.serviceNamespaces, key, {
      metadata: { labels: { look: 'again' } },
    });
    await eventually('both are gone', async () => {
      const left = await admin.get(core.namespaces, { name: where });
      return !left && !(await getServiceNamespace('team-a'));
    });
  });

  it('is never one that somebody else made, neither at creation nor at deletion (B7)', async () => {
    const name = `${namespace}-foreign`;
    await admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
    await claimNamespace('foreign');
    const problem = await eventually('the reason', () => problemOf('foreign'));
    expect(problem).toContain('was not made for this app cluster');
    expect(
      await admin.get(core.roleBindings, {
        namespace: name,
        name: names.binder,
      }),
    ).toBeUndefined();
    expect((await getServiceNamespace('foreign'))?.status).toBeUndefined();

    const key = { namespace, name: 'foreign' };
    await tenant.delete(bindResources.serviceNamespaces, key);
    await eventually(
      'the APIServiceNamespace is gone',
      async () => !(await getServiceNamespace('foreign')),
    );
    const left = await admin.get(core.namespaces, { name });
    expect(left?.metadata.deletionTimestamp).toBeUndefined();
    expect(left).toBeDefined();
  });

  it('whose name would be too long is refused in words, on the ClusterBinding too', async () => {
    const long = 'n'.repeat(60);
    await claimNamespace(long);
    const problem = await eventually('the reason', () => problemOf(long));
    expect(problem).toContain('Kubernetes allows 63');
    await untilCondition(
      () => clusterCondition(backendConditions.serviceNamespacesReady),
      found => found?.message?.includes('Kubernetes allows 63') ?? false,
      'the condition',
    );
    await tenant.delete(bindResources.serviceNamespaces, {
      namespace,
      name: long,
    });
    await untilCondition(
      () => clusterCondition(backendConditions.serviceNamespacesReady),
      found => found?.status === 'True',
      'the condition is good again',
    );
  });

  it('goes although the backend was away when its counterpart was deleted', async () => {
    await claimNamespace('away');
    const where = await readyNamespace('away');
    await backend.stop();
    const key = { namespace, name: 'away' };
    await tenant.delete(bindResources.serviceNamespaces, key);
    expect(await getServiceNamespace('away')).toBeDefined();
    backend = await plane.backend();
    await eventually('both are gone', async () => {
      const left = await admin.get(core.namespaces, { name: where });
      return !left && !(await getServiceNamespace('away'));
    });
  });
});
