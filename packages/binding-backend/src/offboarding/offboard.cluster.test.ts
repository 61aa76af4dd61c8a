/**
 * Offboarding on a real control plane cluster, under the backend's least-privilege user. Tests that wait until Kubernetes
 * has deleted a namespace, which takes it five seconds and more, wait at the same time.
 */
import {
  annotations,
  bindResources,
  finalizers,
  names,
} from '@klutch/bind-api';
import { core, isUnauthorized, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import type { AuditEvent } from '../audit/Audit';
import {
  backendConditions,
  backendReasons,
  tokenAnnotations,
} from '../backendNames';
import { offboardingRoles } from '../roles/offboardingRoles';
import {
  withoutWaiting,
  byOperator,
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  exportName,
  startTenantWithData,
  type TestTenant,
} from '../testing/__testUtils__/tenant';
import { databasesResource } from '../testing/samples';
import { offboard, previewOffboarding } from './offboard';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let admin: KubeClient;
let backend: RunningBackend;
let tenant: TestTenant;
const events: AuditEvent[] = [];
const opened: KubeClient[] = [];

/** An app cluster with one database in one service namespace. */
const tenantWithData = async (subject: string) => {
  const started = await startTenantWithData(plane, backend, subject);
  opened.push(started.tenant.client);
  return started;
};

const startBackend = () =>
  plane.backend({ audit: event => void events.push(event) });

beforeAll(async () => {
  plane = await startControlPlane('offboarding');
  admin = plane.admin;
  for (const role of offboardingRoles()) {
    await admin.apply(core.clusterRoles, role, byOperator);
  }
  backend = await startBackend();
  tenant = (await tenantWithData('alice')).tenant;
  await eventually('the backend may offboard', () =>
    plane.portal.canI({
      verb: 'delete',
      group: names.group,
      resource: 'apiserviceexports',
    }),
  );
});
afterAll(async () => {
  await Promise.all(opened.map(client => client.close()));
  await plane?.stop();
});

const namespaceNamed = (name: string) => admin.get(core.namespaces, { name });

it('previews the deletion, and changes nothing without the name', async () => {
  const preview = await previewOffboarding(plane.portal, tenant.namespace);
  expect(preview).toMatchObject({
    exports: [exportName],
    liveObjects: 1,
    tokenSecrets: ['klutch-binder-token-a'],
    serviceNamespaces: [{ ownership: 'ours', appClusterNamespace: 'team-a' }],
  });
  const offboarded = offboard(plane.portal, tenant.namespace);
  await expect(offboarded).rejects.toThrow(`1 ${exportName}`);
  expect(await tenant.getExport()).toBeDefined();
  expect(await namespaceNamed(tenant.namespace)).not.toHaveProperty(
    'metadata.deletionTimestamp',
  );
});

it('refuses a namespace that is no cluster namespace', async () => {
  await expect(
    offboard(plane.portal, 'default', { confirm: 'default' }),
  ).rejects.toThrow('is no cluster namespace');
});

it('changes nothing for a user who may read, but not delete, and names the missing rights', async () => {
  const version = 'rbac.authorization.k8s.io/v1';
  const name = 'reader';
  await admin.create(core.clusterRoles, {
    apiVersion: version,
    kind: 'ClusterRole',
    metadata: { name },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] }],
  });
  await admin.create(core.clusterRoleBindings, {
    apiVersion: version,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name,
    },
    subjects: [{ kind: 'User', name, apiGroup: 'rbac.authorization.k8s.io' }],
  });
  const reader = admin.as({ user: name, groups: [] });
  const { namespace } = tenant;
  await eventually('the user may list objects', () =>
    reader.canI({ verb: 'list', group: '*', resource: '*' }),
  );
  let hasStarted = false;
  const beforeChanges = async () => {
    hasStarted = true;
  };
  const consent = { confirm: namespace, beforeChanges, ...withoutWaiting };
  await expect(offboard(reader, namespace, consent)).rejects.toMatchObject({
    reason: 'NotAllowed',
    message: expect.stringContaining(`delete namespaces/${namespace}`),
  });
  expect(hasStarted).toBe(false);
  const key = { namespace, name: names.kubeconfigSecret };
  const secret = await admin.get(core.secrets, key);
  expect(secret?.metadata.annotations).not.toHaveProperty([
    tokenAnnotations.revokedAt,
  ]);
});

it.concurrent('revokes the token and deletes everything of the app cluster, and nothing of other owners', async () => {
  const { tenant: one, where } = await tenantWithData('leaving');
  const foreign = 'somebody-elses';
  await admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: foreign },
  });
  await one.claimNamespace('team-b');
  await one.waitForServiceNamespace('team-b');
  await admin.mergePatch(
    bindResources.serviceNamespaces,
    { namespace: one.namespace, name: 'team-b' },
    { status: { namespace: foreign } },
    { subresource: 'status' },
  );
  const key = { namespace: one.namespace, name: names.kubeconfigSecret };
  const secret = await admin.get(core.secrets, key);
  expect(secret?.metadata.annotations).toHaveProperty([
    tokenAnnotations.secret,
  ]);

  await offboard(plane.portal, one.namespace, {
    confirm: one.namespace,
    ...withoutWaiting,
  });
  await eventually('the token has ended', async () =>
    one.client
      .list(bindResources.exports, { namespace: one.namespace })
      .then(() => false)
      .catch(isUnauthorized),
  );
  await eventually(
    'the namespaces are deleted',
    async () =>
      !(await namespaceNamed(one.namespace)) && !(await namespaceNamed(where)),
  );
  expect(await namespaceNamed(foreign)).not.toHaveProperty(
    'metadata.deletionTimestamp',
  );
});

itLong(
  'live data in an orphaned service namespace is found and deleted',
  async () => {
    const { tenant: one, where } = await tenantWithData('lost');
    const { namespace } = one;
    const key = { namespace, name: 'team-a' };
    await one.client.delete(bindResources.serviceNamespaces, key);
    await eventually('the APIServiceNamespace is deleted', async () => {
      await one.client
        .mergePatch(bindResources.serviceNamespaces, key, {
          metadata: { finalizers: [] },
        })
        .catch(() => undefined);
      return !(await one.getServiceNamespace('team-a'));
    });
    const preview = await previewOffboarding(plane.portal, namespace);
    expect(preview).toMatchObject({
      liveObjects: 1,
      serviceNamespaces: [
        { name: where, appClusterNamespace: 'team-a', ownership: 'ours' },
      ],
    });
    await offboard(plane.portal, namespace, {
      confirm: namespace,
      ...withoutWaiting,
    });
    await eventually(
      'the namespaces are deleted',
      async () => !(await namespaceNamed(where)),
    );
  },
);

describeLong('live data', () => {
  it.each(['its template exists', 'its template is deleted, too'])(
    'is counted when its export was deleted and its type not recorded by the konnector: %s',
    async how => {
      const isOffered = how === 'its template exists';
      const { tenant: one, where } = await tenantWithData(
        `unbound-${isOffered}`,
      );
      const { namespace } = one;
      await admin.delete(bindResources.exports, {
        namespace,
        name: exportName,
      });
      if (!isOffered) {
        await admin.delete(bindResources.templates, {
          namespace: 'default',
          name: exportName,
        });
      }
      await eventually(
        'the export is deleted',
        async () => !(await one.getExport()),
      );
      const offboarded = offboard(plane.portal, namespace);
      await expect(offboarded).rejects.toThrow(`1 ${exportName}`);
      expect(await namespaceNamed(where)).not.toHaveProperty(
        'metadata.deletionTimestamp',
      );
      await one.client.delete(bindResources.serviceNamespaces, {
        namespace,
        name: 'team-a',
      });
      await eventually(
        'the controller keeps the service namespace, and reports the reason',
        async () =>
          (await one.problemOf('team-a'))?.includes(`1 ${exportName}`),
      );
    },
  );
});

itLong(
  'lists again when API servers refuse the revoked token, and keeps objects created until then',
  async () => {
    const { tenant: one, where } = await tenantWithData('late');
    const { namespace } = one;
    await admin.delete(databasesResource, { namespace: where, name: 'one' });
    const waited: number[] = [];
    const auditEvents: AuditEvent[] = [];
    const wait = async (milliseconds: number) => {
      waited.push(milliseconds);
      await admin.create(databasesResource, {
        apiVersion: 'example.test/v1',
        kind: 'Database',
        metadata: { namespace: where, name: 'late' },
      });
    };
    // Confirmed by its name, but not the objects created since.
    const offboarded = offboard(plane.portal, namespace, {
      confirm: namespace,
      wait,
      audit: event => void auditEvents.push(event),
    });
    await expect(offboarded).rejects.toThrow(
      'Only the tokens were revoked, because more would be lost now',
    );
    expect(auditEvents).toMatchObject([
      { action: 'offboard', outcome: 'failed' },
    ]); // Not refused: the tokens were revoked.
    expect(waited[0]).toBeGreaterThan(10_000); // An API server caches a valid token for this long.
    expect(await one.getExport()).toBeDefined();
  },
);

itLong(
  'deletes no more than was shown, and revokes no token before the check',
  async () => {
    const { tenant: one, where } = await tenantWithData('seen');
    const { namespace } = one;
    const shown = await previewOffboarding(plane.portal, namespace);
    await one.createDatabase(where, 'two');
    const consent = { confirm: namespace, ...withoutWaiting };
    await expect(
      offboard(plane.portal, namespace, { ...consent, shown }),
    ).rejects.toThrow('Nothing was changed, because more would be lost now');
    await one.client.list(bindResources.exports, { namespace });
    const again = await previewOffboarding(plane.portal, namespace);
    await offboard(plane.portal, namespace, { ...consent, shown: again });
    await eventually(
      'the namespaces are deleted',
      async () => !(await namespaceNamed(where)),
    );
  },
);

itLong(
  'continues whatever a tenant wrote to the annotation of synced types',
  async () => {
    const { tenant: one, where } = await tenantWithData('odd');
    const { namespace } = one;
    await one.client.mergePatch(
      bindResources.serviceNamespaces,
      { namespace, name: 'team-a' },
      { metadata: { annotations: { [annotations.syncedTypes]: 'a/b,../c,' } } },
    );
    const offboarded = offboard(plane.portal, namespace, {
      confirm: namespace,
      ...withoutWaiting,
    });
    await expect(offboarded).resolves.toMatchObject({ liveObjects: 1 });
    await eventually(
      'the namespaces are deleted',
      async () => !(await namespaceNamed(where)),
    );
  },
);

itLong('issues no token between its first step and its last', async () => {
  const { tenant: one } = await tenantWithData('watched');
  const { namespace } = one;
  const slow = new Proxy(plane.portal, {
    get(target, property: keyof KubeClient) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (property === 'delete' && args[0] === bindResources.exports) {
          await eventually('the controllers have reconciled', async () => {
            const type = backendConditions.tokenIssued;
            const { reason } = (await one.clusterCondition(type)) ?? {};
            return reason === backendReasons.tokensRevoked;
          });
        }
        return value.apply(target, args);
      };
    },
  });
  await offboard(slow, namespace, { confirm: namespace, ...withoutWaiting });
  await eventually(
    'the namespaces are deleted',
    async () => !(await namespaceNamed(namespace)),
  );
  const tokens = events.filter(
    event => event.namespace === namespace && /-token$/.test(event.action),
  );
  expect(tokens.map(({ action }) => action)).toEqual(['issue-token']);
});

itLong(
  'completes without a backend: a repeated call removes the finalizer in its place',
  async () => {
    const { tenant: one, where } = await tenantWithData('alone');
    const { namespace } = one;
    await backend.stop();
    const end = () =>
      offboard(plane.portal, namespace, {
        confirm: namespace,
        ...withoutWaiting,
      });
    await end();
    await eventually(
      'the data is deleted',
      async () => !(await namespaceNamed(where)),
    );
    const kept = await one.getServiceNamespace('team-a');
    expect(kept?.metadata.finalizers).toEqual([finalizers.serviceNamespace]);

    await end();
    await eventually(
      'the namespaces are deleted',
      async () => !(await namespaceNamed(namespace)),
    );
    backend = await startBackend();
  },
);
