import {
  binderClusterRoleName,
  bindResources,
  names,
  policyRule,
} from '@klutch/bind-api';
import { core, createCache, isForbidden, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { backendConditions, tokenAnnotations } from '../backendNames';
import { templateRoles } from '../roles/templateRole';
import { ageToken } from '../testing/__testUtils__/ageToken';
import {
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  exportName,
  startTenant,
  waitForCondition,
  type TestTenant,
} from '../testing/__testUtils__/tenant';
import {
  databases,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';

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

itLong(
  'R08: cluster-wide rights of the reference do not grow, and are removed once they are not needed',
  async () => {
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
    const may = (api: typeof caches) =>
      one.client.canI({ ...api, verb: 'list' });
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
    await eventually(
      'the app cluster has rights in its service namespace',
      () => one.client.canI({ ...secrets, namespace: where }),
    );
    expect(await one.client.canI(secrets)).toBe(false);
    await one.client.close();
  },
);

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

  itLong(
    'R13: the former grants of an app cluster are removed only when the new ones exist',
    async () => {
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
    },
  );
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

itLong(
  'is reported again after its ClusterBinding was deleted and restored, with rights and renewal',
  async () => {
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
  },
);
