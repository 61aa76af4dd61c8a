/** Offboarding on a real control plane; under the backend's least-privilege user. */
import { bindResources, names } from '@klutch/bind-api';
import { core, isUnauthorized, type KubeClient } from '@klutch/kube';
import { tokenAnnotations } from '../backendNames';
import { offboardingRoles } from '../roles/offboardingRoles';
import {
  byOperator,
  eventually,
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  exportName,
  startTenant,
  type TestTenant,
} from '../testing/__testUtils__/tenant';
import { offboard, previewOffboarding } from './offboard';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let admin: KubeClient;
let tenant: TestTenant;

beforeAll(async () => {
  plane = await startControlPlane('offboarding');
  admin = plane.admin;
  for (const role of offboardingRoles()) {
    await admin.apply(core.clusterRoles, role, byOperator);
  }
  tenant = await startTenant(plane, await plane.backend());
  await tenant.exported();
  await tenant.claimNamespace('team-a');
  const where = await tenant.readyNamespace('team-a');
  await eventually('the rights count', () =>
    tenant.client.canI({
      verb: 'create',
      group: 'example.test',
      resource: 'databases',
      namespace: where,
    }),
  );
  await tenant.createDatabase(where, 'one');
  await eventually('the backend may offboard', () =>
    plane.portal.canI({
      verb: 'delete',
      group: names.group,
      resource: 'apiserviceexports',
    }),
  );
});
afterAll(async () => {
  await tenant?.client.close();
  await plane?.stop();
});

const namespaceNamed = (name: string) => admin.get(core.namespaces, { name });

it('previews what would go, and changes nothing without the name', async () => {
  const preview = await previewOffboarding(plane.portal, tenant.namespace);
  expect(preview).toMatchObject({
    exports: [exportName],
    liveObjects: 1,
    tokenSecrets: ['klutch-binder-token-a'],
    serviceNamespaces: [{ standing: 'ours', appClusterNamespace: 'team-a' }],
  });
  const offboarded = offboard(plane.portal, tenant.namespace);
  await expect(offboarded).rejects.toThrow(`1 ${exportName}`);
  expect(await tenant.getExport()).toBeDefined();
  expect(await namespaceNamed(tenant.namespace)).not.toHaveProperty(
    'metadata.deletionTimestamp',
  );
});

it('refuses a namespace that stands for no app cluster', async () => {
  await expect(
    offboard(plane.portal, 'default', { confirm: 'default' }),
  ).rejects.toThrow('is no cluster namespace');
});

it('ends the token and everything of the app cluster, and nothing that somebody else made', async () => {
  const where = await tenant.readyNamespace('team-a');
  const foreign = 'somebody-elses';
  await admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: foreign },
  });
  await tenant.claimNamespace('team-b');
  await tenant.readyNamespace('team-b');
  await admin.mergePatch(
    bindResources.serviceNamespaces,
    { namespace: tenant.namespace, name: 'team-b' },
    { status: { namespace: foreign } },
    { subresource: 'status' },
  );
  const key = { namespace: tenant.namespace, name: names.kubeconfigSecret };
  const secret = await admin.get(core.secrets, key);
  expect(secret?.metadata.annotations).toHaveProperty([
    tokenAnnotations.secret,
  ]);

  await offboard(plane.portal, tenant.namespace, { confirm: tenant.namespace });
  await eventually('the token has ended', async () =>
    tenant.client
      .list(bindResources.exports, { namespace: tenant.namespace })
      .then(() => false)
      .catch(isUnauthorized),
  );
  await eventually(
    'all is gone',
    async () =>
      !(await namespaceNamed(tenant.namespace)) &&
      !(await namespaceNamed(where)),
  );
  await eventually('the role is gone', async () => !(await tenant.getRole()));
  expect(await namespaceNamed(foreign)).not.toHaveProperty(
    'metadata.deletionTimestamp',
  );
});
