import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { core } from '@klutch/kube';
import type { Resource } from '@klutch/kube';
import {
  claims,
  conditionOf,
  managedResources,
  namespace,
  reportReady,
  startControlPlane,
} from '../testing/controlPlane';
import type { ControlPlane } from '../testing/controlPlane';
import { postgresqlSpec } from '../testing/postgresqlCases';

jest.setTimeout(120_000);

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(async () => {
  await plane?.stop();
});

const create = (resource: Resource, name: string, spec: object) =>
  plane.client.create(resource, plane.claim(resource, name, spec));

describeLong('the claim CRDs that Crossplane creates', () => {
  it('carry the portal’s annotations, and so do the composites’', async () => {
    for (const xrd of plane.xrds) {
      for (const { plural } of [xrd.spec.claimNames, xrd.spec.names]) {
        const crd = await plane.client.get(core.customResourceDefinitions, {
          name: `${plural}.anynines.com`,
        });
        expect(crd?.metadata.annotations).toMatchObject(
          xrd.spec.metadata?.annotations ?? {},
        );
      }
    }
  });
});

describeLong('a claim', () => {
  const ready = (resource: Resource, name: string) =>
    plane.waitForValue(
      `${resource.kind} ${name} is ready with what the provider reports`,
      async () => {
        await plane.touch(resource, name);
        const claim = await plane.client.get(resource, { name, namespace });
        const reported = (
          claim?.status?.managed as { conditions?: unknown } | undefined
        )?.conditions;
        return conditionOf(claim, 'Ready') === 'True' && reported
          ? claim
          : undefined;
      },
    );
  const composed = (resource: Resource, name: string) =>
    plane.waitForValue(`${resource.kind} for ${name} exists`, () =>
      plane.managedResourceOf(resource, name),
    );

  it('without compositionRef is composed to a service instance, receives its status, and is deleted with all composed resources', async () => {
    const parameters = {
      workMem: '8MB',
      statementTimeout: 1000,
      rolePrivileges: ['CREATEDB'],
      logMinMessages: 'LOG',
    };
    await create(
      claims.instances,
      'orders',
      postgresqlSpec({ service: 15, plan: 'single-nano', parameters }),
    );
    const instance = await composed(managedResources.instances, 'orders');
    expect(instance.spec).toMatchObject({
      deletionPolicy: 'Delete',
      forProvider: {
        acceptsIncomplete: true,
        serviceName: 'a9s-postgresql15',
        planName: 'postgresql-single-nano',
        organizationGuid: 'a1d46b5c-b639-4f43-85c7-e9a0e5f01f75',
        spaceGuid: '1bf71cf3-9017-4846-bffc-b9b31872bfaf',
      },
      providerConfigRef: { name: 'postgresql-service-broker' },
    });
    expect(
      (instance.spec?.forProvider as { parameters: unknown }).parameters,
    ).toEqual({
      work_mem: '8MB',
      statement_timeout: 1000,
      role_privileges: ['CREATEDB'],
      pg_log_min_messages: 'LOG',
    });

    await reportReady(plane.client, managedResources.instances, instance, {
      state: 'provisioned',
      createdAt: '2026-01-01',
    });
    const claim = await ready(claims.instances, 'orders');
    expect(claim.status?.managed).toMatchObject({
      state: 'provisioned',
      createdAt: '2026-01-01',
    });
    expect(claim.spec).toMatchObject({
      compositionRef: { name: 'a9s-postgresql' },
      compositeDeletePolicy: 'Foreground',
    });

    await plane.client.delete(claims.instances, { name: 'orders', namespace });
    await plane.waitForValue(
      'claim and service instance are gone',
      async () => {
        const left = await plane.client.get(claims.instances, {
          name: 'orders',
          namespace,
        });
        return left === undefined &&
          (await plane.managedResourceOf(
            managedResources.instances,
            'orders',
          )) === undefined
          ? true
          : undefined;
      },
    );
  });

  it('loses a parameter on the service instance when it is removed from the claim', async () => {
    await create(
      claims.instances,
      'stock',
      postgresqlSpec({
        service: 15,
        plan: 'single-nano',
        parameters: { workMem: '8MB', statementTimeout: 1000 },
      }),
    );
    const parameters = async () =>
      (
        (await composed(managedResources.instances, 'stock')).spec
          ?.forProvider as { parameters: unknown }
      ).parameters;
    expect(await parameters()).toEqual({
      work_mem: '8MB',
      statement_timeout: 1000,
    });
    await plane.client.mergePatch(
      claims.instances,
      { name: 'stock', namespace },
      { spec: { parameters: { workMem: null } } },
    );
    await plane.waitForValue('the parameter is gone', async () =>
      JSON.stringify(await parameters()) === '{"statement_timeout":1000}'
        ? true
        : undefined,
    );
  });

  it('loses a status field that the service instance no longer reports', async () => {
    const spec = postgresqlSpec({ service: 15, plan: 'single-nano' });
    await create(claims.instances, 'ledger', spec);
    const instance = await composed(managedResources.instances, 'ledger');
    const report = (version: string | null) =>
      reportReady(plane.client, managedResources.instances, instance, {
        state: 'provisioned',
        version,
      });
    await report('15.4');
    const claim = await ready(claims.instances, 'ledger');
    expect(claim.status?.managed).toMatchObject({ version: '15.4' });
    await report(null);
    const managed = await plane.waitForValue(
      'the version is gone',
      async () => {
        const { status } = await ready(claims.instances, 'ledger');
        const reported = status?.managed as { version?: string };
        return reported.version === undefined ? reported : undefined;
      },
    );
    expect(managed).toMatchObject({ state: 'provisioned' });
  });

  it('gets a new service instance when its own is deleted by hand', async () => {
    const spec = postgresqlSpec({ service: 15, plan: 'single-nano' });
    await create(claims.instances, 'archive', spec);
    const deleted = await composed(managedResources.instances, 'archive');
    await plane.client.delete(managedResources.instances, {
      name: deleted.metadata.name ?? '',
    });
    const instance = await plane.waitForValue(
      'another service instance exists',
      async () => {
        const found = await plane.managedResourceOf(
          managedResources.instances,
          'archive',
        );
        return found?.metadata.uid === deleted.metadata.uid ? undefined : found;
      },
    );
    expect(instance.spec).toEqual(deleted.spec);
  });

  it('for a service binding names the secret for its credentials, and reports it', async () => {
    await create(claims.bindings, 'orders-app', {
      instanceRef: 'orders',
      serviceInstanceType: 'postgresql',
    });
    const binding = await composed(managedResources.bindings, 'orders-app');
    expect(binding).toMatchObject({
      metadata: { labels: { 'klutch.io/instance-type': 'postgresql' } },
      spec: {
        forProvider: { instanceName: 'orders', acceptsIncomplete: true },
        providerConfigRef: { name: 'postgresql-service-broker' },
        writeConnectionSecretToRef: { name: 'orders-app-creds', namespace },
      },
    });
    const connectionDetails = [
      { hostURL: 'localhost', port: '5432', label: 'SQL', database: 'app' },
    ];
    await reportReady(plane.client, managedResources.bindings, binding, {
      state: 'Created',
      connectionDetails,
    });
    const claim = await ready(claims.bindings, 'orders-app');
    expect(claim.status?.managed).toMatchObject({
      state: 'Created',
      secret: { name: 'orders-app-creds' },
      connectionDetails,
    });
  });

  it('for a backup and a claim for a restore address the backup manager', async () => {
    await create(claims.backups, 'nightly', {
      instanceRef: 'orders',
      serviceInstanceType: 'postgresql',
    });
    await create(claims.restores, 'back', {
      backupRef: 'nightly',
      serviceInstanceType: 'postgresql',
    });
    const backup = await composed(managedResources.backups, 'nightly');
    expect(backup.spec).toMatchObject({
      forProvider: { instanceName: 'orders' },
      providerConfigRef: { name: 'postgresql-backup-manager' },
    });
    const restore = await composed(managedResources.restores, 'back');
    expect(restore.spec).toMatchObject({
      forProvider: { backupName: 'nightly' },
      providerConfigRef: { name: 'postgresql-backup-manager' },
    });
    const done = {
      id: 7,
      size: 18432,
      status: 'done',
      triggered_at: 'a',
      finished_at: 'b',
      downloadable: true,
    };
    await reportReady(plane.client, managedResources.backups, backup, {
      ...done,
      instanceId: 'i',
    });
    expect(
      (await ready(claims.backups, 'nightly')).status?.managed,
    ).toMatchObject(done);
    const restored = {
      restoreId: 3,
      state: 'done',
      triggeredAt: 'a',
      finishedAt: 'b',
    };
    await reportReady(plane.client, managedResources.restores, restore, {
      ...restored,
      backupId: 7,
    });
    expect(
      (await ready(claims.restores, 'back')).status?.managed,
    ).toMatchObject(restored);
  });
});
