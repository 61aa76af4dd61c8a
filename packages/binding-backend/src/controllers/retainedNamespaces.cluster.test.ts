/**
 * Service namespaces are kept while they contain live objects, whatever was deleted before. Konnectors record no types
 * here, like the reference's.
 */
import {
  annotations,
  bindResources,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { templateRoles } from '../roles/templateRole';
import {
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  exportName,
  startTenant,
  startTenantWithData,
  type TestTenant,
} from '../testing/__testUtils__/tenant';
import {
  databases,
  databasesCrd,
  databasesResource,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let admin: KubeClient;
let backend: RunningBackend;
let tenant: TestTenant;
const opened: KubeClient[] = [];

/** No template offers this type, so the backend has no rights on it. */
const neverOffered = (): CustomResourceDefinition => {
  const { spec, ...crd } = databasesCrd();
  const group = 'internal.test';
  const metadata = { name: `databases.${group}` };
  return { ...crd, metadata, spec: { ...spec, group } };
};

beforeAll(async () => {
  plane = await startControlPlane('kept');
  admin = plane.admin;
  await plane.installCrd(neverOffered());
  backend = await plane.backend();
});
afterAll(async () => {
  await Promise.all(opened.map(client => client.close()));
  await plane?.stop();
});

// Each test starts with the offer, also after one that failed while it was withdrawn.
beforeEach(() => plane.offer([secretsClaim]));

const exportedTypesOf = async (name: string) =>
  (await tenant.getServiceNamespace(name))?.metadata.annotations?.[
    annotations.exportedTypes
  ];

/** With a database in the service namespace of `team-a`. */
const start = async (subject: string) => {
  const started = await startTenantWithData(plane, backend, subject);
  tenant = started.tenant;
  opened.push(tenant.client);
  return started.where;
};

/** Deletes the export, then the offer with its role, as the portal does; then the APIServiceNamespace. */
const withdrawOffer = async (where: string) => {
  const { namespace } = tenant;
  const { metadata } = databasesTemplate();
  await admin.delete(bindResources.exports, { namespace, name: exportName });
  await tenant.waitForGrantRemoval(where);
  await admin.delete(bindResources.templates, {
    namespace: metadata.namespace,
    name: metadata.name ?? '',
  });
  for (const { metadata: role } of templateRoles(databasesTemplate())) {
    await admin.delete(core.clusterRoles, { name: role.name ?? '' });
  }
  await eventually(
    'the backend may no longer list databases',
    async () => !(await plane.portal.canI({ ...databases, verb: 'list' })),
  );
  const key = { namespace, name: 'team-a' };
  await tenant.client.delete(bindResources.serviceNamespaces, key);
};

const waitForProblem = (message: string) =>
  eventually(message, async () =>
    (await tenant.problemOf('team-a'))?.includes(message),
  );

/** Triggers a reconciliation, because new rights cause no event. */
const forceResync = (changes: Record<string, string | null> = {}) =>
  admin.mergePatch(
    bindResources.serviceNamespaces,
    { namespace: tenant.namespace, name: 'team-a' },
    { metadata: { labels: { resync: `${Date.now()}` }, annotations: changes } },
  );

const isAlive = async (where: string) => {
  const namespace = await admin.get(core.namespaces, { name: where });
  expect(namespace?.metadata.deletionTimestamp).toBeUndefined();
  const key = { namespace: where, name: 'one' };
  const found = await admin.get(databasesResource, key);
  expect(found).toBeDefined();
  expect(found?.metadata.deletionTimestamp).toBeUndefined();
};

/** Expects the service namespace to be deleted as soon as the backend may list its objects and there are none. */
const expectDeleted = async (where: string) => {
  await plane.offer([secretsClaim]);
  await eventually('the backend may list databases', () =>
    plane.portal.canI({ ...databases, verb: 'list' }),
  );
  await forceResync();
  await waitForProblem(`1 ${exportName} in it were never deleted`);
  const key = { namespace: where, name: 'one' };
  await admin.delete(databasesResource, key);
  await forceResync();
  await eventually(
    'the service namespace and its APIServiceNamespace are deleted',
    async () =>
      !(await admin.get(core.namespaces, { name: where })) &&
      !(await tenant.getServiceNamespace('team-a')),
  );
};

itLong(
  'keeps a database whose export, API offer and rights were removed',
  async () => {
    const where = await start('withdrawn');
    expect(await exportedTypesOf('team-a')).toBe(exportName);
    await withdrawOffer(where);
    await waitForProblem(`may not check whether it still holds ${exportName}`);
    await isAlive(where);
    await expectDeleted(where);
  },
);

itLong(
  'keeps a database in a service namespace older than its type record, until an operator has checked it',
  async () => {
    const where = await start('older');
    await backend.stop();
    await forceResync({ [annotations.exportedTypes]: null });
    backend = await plane.backend();
    await eventually(
      'the exported type is recorded',
      async () =>
        (await exportedTypesOf('team-a')) === `${exportName},unknown-before`,
    );
    await withdrawOffer(where);
    await waitForProblem('the types of its objects were not recorded');
    expect(await tenant.problemOf('team-a')).toContain(annotations.syncedTypes);
    await isAlive(where);
    await forceResync({ [annotations.syncedTypes]: '' });
    await waitForProblem(`may not check whether it still holds ${exportName}`);
    await isAlive(where);
    await expectDeleted(where);
  },
);

itLong(
  'records an API that is exported later, before granting rights on it',
  async () => {
    tenant = await startTenant(plane, backend, 'later');
    opened.push(tenant.client);
    await tenant.claimNamespace('team-a');
    const where = await tenant.waitForServiceNamespace('team-a');
    expect(await exportedTypesOf('team-a')).toBe('');
    await tenant.ensureExported();
    await tenant.waitForGrant(where);
    expect(await exportedTypesOf('team-a')).toBe(exportName);
  },
);
