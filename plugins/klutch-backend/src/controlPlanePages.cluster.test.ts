/** What operators see of a real control plane with Crossplane, and the checklist of the installation. */
import { startFunction } from '@klutch/composition-function';
import {
  loadCompositions,
  loadProviderCrds,
  loadXrds,
} from '@klutch/crossplane';
import { core, defineResource, type KubeObject } from '@klutch/kube';
import { startCluster, startCrossplane } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  json,
  startHttpServer,
  type HttpServer,
} from './platform/__testUtils__/httpServer';
import {
  apply,
  binding,
  clusterRole,
  rule,
} from './testing/__testUtils__/clusters';
import { eventually } from './testing/__testUtils__/eventually';
import { PortalFixture } from './testing/__testUtils__/PortalFixture';
import type { TestUser } from './testing/__testUtils__/portal';

jest.setTimeout(180_000);

let fixture: PortalFixture;
let registry: HttpServer;

const crossplaneResource = (group: string, plural: string, kind: string) =>
  defineResource({ group, version: 'v1', plural, kind, namespaced: false });
const providers = crossplaneResource(
  'pkg.crossplane.io',
  'providers',
  'Provider',
);
const compositions = crossplaneResource(
  'apiextensions.crossplane.io',
  'compositions',
  'Composition',
);
const xrds = crossplaneResource(
  'apiextensions.crossplane.io',
  'compositeresourcedefinitions',
  'CompositeResourceDefinition',
);
const managedBackups = crossplaneResource(
  'dataservices.anynines.com',
  'backups',
  'Backup',
);

const admin = () => fixture.clusters.controlPlane.admin;

async function startControlPlane() {
  const cluster = await startCluster({ name: 'control-plane-pages' });
  await startCrossplane(cluster, {
    pollSeconds: 1,
    functions: { 'function-patch-and-transform': startFunction },
  });
  return cluster;
}

/** A provider that cannot be installed, an API without a Composition, one with, and a managed resource. */
async function installSamples(): Promise<void> {
  const force = { fieldManager: 'test', force: true };
  const [definitions, composed] = await Promise.all([
    loadXrds(),
    loadCompositions(),
  ]);
  const ofBackups = composed.find(
    ({ metadata }) => metadata.name === 'a9s-backup',
  )!;
  for (const kind of ['Backup', 'Restore']) {
    const xrd = definitions.find(({ spec }) => spec.claimNames.kind === kind)!;
    await admin().apply(xrds, xrd, force);
  }
  await admin().apply(compositions, ofBackups, force);
  await admin().apply(
    providers,
    {
      apiVersion: 'pkg.crossplane.io/v1',
      kind: 'Provider',
      metadata: { name: 'provider-x' },
      spec: { package: `${new URL(registry.url).host}/acme/provider-x:v1.0.0` },
    } as KubeObject,
    force,
  );
  for (const crd of await loadProviderCrds()) {
    await admin().apply(
      defineResource(core.customResourceDefinitions),
      crd,
      force,
    );
  }
  await eventually('a managed resource is applied', async () => {
    await admin()
      .apply(
        managedBackups,
        {
          apiVersion: 'dataservices.anynines.com/v1',
          kind: 'Backup',
          metadata: { name: 'nightly' },
          spec: { forProvider: { instanceName: 'db' } },
        } as KubeObject,
        force,
      )
      .catch(() => undefined);
    return admin().get(managedBackups, { name: 'nightly' });
  });
}

const setUpOf = async (user: TestUser) => {
  const { data, response } = await fixture.portal
    .as(user)
    .GET('/platform/set-up');
  const findings = Object.fromEntries(
    (data?.checks ?? []).map(({ findings: all, name }) => [
      name,
      all.map(({ reason, state }) => `${state} ${reason}`),
    ]),
  );
  return { data, findings, status: response.status };
};

describeLong('the pages of the control plane and of the set-up', () => {
  beforeAll(async () => {
    registry = await startHttpServer(json({ tags: ['v1.0.0', 'v2.0.0'] }));
    fixture = await PortalFixture.start(startControlPlane);
    await installSamples();
    const crossplaneReader = clusterRole('crossplane-reader', [
      rule('pkg.crossplane.io', ['*'], ['get', 'list']),
      rule('apiextensions.crossplane.io', ['*'], ['get', 'list']),
      rule('dataservices.anynines.com', ['backups'], ['list']),
    ]);
    await apply(admin(), [
      crossplaneReader,
      binding('crossplane-reader', 'operators'),
    ]);
  });
  afterAll(async () => {
    registry?.close();
    await fixture?.stop();
  });

  it('shows each part of Crossplane with its health', async () => {
    const found = await eventually('the provider fails', async () => {
      const { data } = await fixture
        .oscar()
        .GET('/platform/control-plane-health');
      const lines = (data?.components ?? []).map(
        ({ name, reason, state, type }) => `${type} ${name} ${state} ${reason}`,
      );
      return lines.some(line => line.startsWith('provider provider-x error'))
        ? lines
        : undefined;
    });
    expect(found).toEqual(
      expect.arrayContaining([
        'crossplane Crossplane ok ComponentCrossplaneServed',
        expect.stringMatching(
          /^provider provider-x error ControlPlanePackageNot(Installed|Healthy)$/,
        ),
        'composition a9s-backup ok ComponentCompositionComplete',
        expect.stringMatching(/^xrd xbackups\.\S+ ok ComponentXrdServed$/),
        expect.stringMatching(
          /^xrd xrestores\.\S+ error ControlPlaneCompositionMissing$/,
        ),
      ]),
    );
  });

  it('counts managed resources that the operator may list, a page at a time', async () => {
    const page = (offset: number, limit: number) =>
      fixture.oscar().GET('/platform/control-plane/managed-resources', {
        params: { query: { offset, limit } },
      });
    const all = await eventually('the types are watched', async () => {
      const { data } = await page(0, 50);
      return data && data.total >= 4 ? data : undefined;
    });
    expect(
      all?.items.find(({ resource }) => resource.startsWith('backups.')),
    ).toMatchObject({ ready: 0, notReady: 1, complete: true });
    expect(
      all?.items.find(({ resource }) => resource.startsWith('restores.')),
    ).toMatchObject({ problemReason: 'ManagedResourcesForbidden' });
    const { data: last } = await page(all!.total - 1, 20);
    expect(last?.items).toHaveLength(1);
  });

  it('asks no registry about packages without a decision of the operator', async () => {
    registry.requests.length = 0;
    const { data } = await fixture
      .oscar()
      .GET('/platform/control-plane/package-updates');
    expect(data?.items).toContainEqual(
      expect.objectContaining({
        name: 'provider-x',
        version: 'v1.0.0',
        activation: 'Automatic',
        state: 'unknown',
        reason: 'UpdateRegistryNotAllowed',
      }),
    );
    // Crossplane itself asks for the manifest, and never for tags.
    expect(registry.requests.filter(url => url.includes('/tags/'))).toEqual([]);
  });

  it('checks the installation, and shows no secrets', async () => {
    const { data, findings, status } = await setUpOf('oscar');
    expect(status).toBe(200);
    expect(findings).toMatchObject({
      issuers: ['failed SetUpIssuerUnreachable'],
      clocks: expect.arrayContaining(['ok SetUpClockAgrees']),
      rights: ['ok SetUpRightsGranted', 'ok SetUpImpersonationGranted'],
      externalUrl: [expect.any(String), 'warning SetUpServerLoopback'],
      certificates: expect.arrayContaining(['ok SetUpCertificateValid']),
      permissions: ['failed SetUpPermissionsOff'],
      admissionPolicies: [
        'ok SetUpPolicyEnforced',
        expect.any(String),
        expect.any(String),
      ],
    });
    expect(JSON.stringify(data)).not.toMatch(/eyJ|PRIVATE KEY|CERTIFICATE-/);
  });

  it('finds a right that was taken away', async () => {
    const role = await admin().get(core.clusterRoles, {
      name: 'klutch-portal',
    });
    await apply(admin(), [
      {
        ...clusterRole(
          'klutch-portal',
          (role?.rules ?? []).filter(
            ({ resources }) =>
              !resources?.includes('compositeresourcedefinitions'),
          ),
        ),
      },
    ]);
    const missing = await eventually('a right is missing', async () => {
      const { data } = await setUpOf('oscar');
      const rights = data?.checks.find(({ name }) => name === 'rights');
      return rights?.state === 'failed' ? rights.findings[0] : undefined;
    });
    expect(missing).toMatchObject({
      reason: 'SetUpRightsMissing',
      params: {
        missing: '3',
        rights: expect.stringContaining(
          'list compositeresourcedefinitions.apiextensions.crossplane.io',
        ),
      },
    });
  });

  it('shows the checklist to people without rights on the cluster, and to nobody without the permission', async () => {
    expect((await setUpOf('mallory')).findings.admissionPolicies?.[0]).toBe(
      'ok SetUpPolicyEnforced',
    );
    expect((await setUpOf('alice')).status).toBe(403);
  });
});
