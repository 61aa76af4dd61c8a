import { startFunction } from '@klutch/composition-function';
import {
  loadCompositions,
  loadProviderCrds,
  loadXrds,
} from '@klutch/crossplane';
import {
  core,
  createClient,
  defineResource,
  loadKubeConfig,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import {
  startCluster,
  startCrossplane,
  type LocalCluster,
} from '@klutch/local-clusters';
import { waitForValue } from '@klutch/local-processes';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  checkControlPlane,
  type ControlPlaneHealth,
} from './checkControlPlane';
import { compositions, packages, xrds } from './crossplane/resources';

jest.setTimeout(120_000);

let cluster: LocalCluster;
let client: KubeClient;
let withoutCrossplane: ControlPlaneHealth;
let withoutApis: ControlPlaneHealth;

const claims = (plural: string, kind: string) =>
  defineResource({
    group: 'anynines.com',
    version: 'v1',
    plural,
    kind,
    namespaced: true,
  });
const backups = claims('backups', 'Backup');
const restores = claims('restores', 'Restore');

const apply = (resource: Resource, object: KubeObject & { spec?: object }) =>
  client.apply(resource, object, { fieldManager: 'test' });

const applyXrd = async (claimKind: string) =>
  apply(
    xrds,
    (await loadXrds()).find(({ spec }) => spec.claimNames.kind === claimKind)!,
  );

const compositionNamed = async (name: string) =>
  (await loadCompositions()).find(({ metadata }) => metadata.name === name)!;

/** Applies a claim as soon as the XRD's CRD is served. */
const applyClaim = (resource: Resource, name: string, spec: object) =>
  waitForValue(
    () =>
      apply(resource, {
        apiVersion: 'anynines.com/v1',
        kind: resource.kind,
        metadata: { name, namespace: 'team-a' },
        spec,
      }),
    { what: `${resource.kind} ${name} is applied`, timeoutMs: 30_000 },
  );

/** Checks until there is a problem that a test waits for. */
const problemMatching = (
  pattern: RegExp,
  options: { stuckAfterMs?: number } = {},
) =>
  waitForValue(
    async () => {
      const { problems } = await checkControlPlane(client, options);
      return problems.find(({ message }) => pattern.test(message));
    },
    { what: `a problem matches ${pattern}`, timeoutMs: 30_000 },
  );

/** A claim whose provider serves the managed resource and does nothing with it. */
async function applyBackupThatWaits(name: string) {
  const served = (await loadProviderCrds()).find(
    ({ spec }) => spec.names.kind === 'Backup',
  )!;
  await apply(defineResource(core.customResourceDefinitions), served);
  await applyXrd('Backup');
  await apply(compositions, await compositionNamed('a9s-backup'));
  await applyClaim(backups, name, {
    instanceRef: 'db',
    serviceInstanceType: 'mariadb',
  });
  return problemMatching(new RegExp(`Backup ${name}-\\w+-\\w+ is not Synced`), {
    stuckAfterMs: 0,
  });
}

beforeAll(async () => {
  cluster = await startCluster({ name: 'control-plane-health' });
  client = createClient(loadKubeConfig(cluster.kubeconfig));
  withoutCrossplane = await checkControlPlane(client);
  await startCrossplane(cluster, {
    pollSeconds: 1,
    functions: { 'function-patch-and-transform': startFunction },
  });
  withoutApis = await checkControlPlane(client);
  await apply(defineResource(core.namespaces), {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'team-a' },
  });
});

afterAll(async () => {
  await client?.close();
  await cluster?.stop();
});

itLong('reports that Crossplane is not installed', () => {
  expect(withoutCrossplane).toMatchObject({
    crossplane: undefined,
    problems: [{ message: 'Crossplane is not installed on this cluster.' }],
  });
});

itLong('finds no problem in a new installation of Crossplane', () => {
  expect(withoutApis).toEqual({ crossplane: 1, problems: [] });
});

itLong('reports an API without a Composition', async () => {
  await applyXrd('ServiceBinding');
  expect(
    await problemMatching(/No Composition composes XServiceBinding/),
  ).toMatchObject({ object: { kind: 'CompositeResourceDefinition' } });
});

itLong(
  'reports a Composition that calls a function that is not installed',
  async () => {
    const composition = await compositionNamed('a9s-mariadb');
    const [step] = composition.spec.pipeline ?? [];
    await apply(compositions, {
      ...composition,
      spec: {
        ...composition.spec,
        pipeline: [{ ...step, functionRef: { name: 'function-other' } }],
      },
    });
    expect(
      await problemMatching(/calls the function function-other/),
    ).toMatchObject({
      object: { kind: 'Composition', name: 'a9s-mariadb' },
      remedy: expect.stringMatching(/name function-other/),
    });
  },
);

itLong('reports a claim whose managed resource has no API', async () => {
  await applyXrd('Restore');
  await apply(compositions, await compositionNamed('a9s-restore'));
  await applyClaim(restores, 'rollback', {
    backupRef: 'nightly',
    serviceInstanceType: 'mariadb',
  });
  expect(
    await problemMatching(/XRestore rollback-.* is not Synced/, {
      stuckAfterMs: 0,
    }),
  ).toMatchObject({
    object: { kind: 'Restore', namespace: 'team-a', name: 'rollback' },
  });
});

itLong(
  'reports a claim whose managed resource its provider does not sync',
  async () => {
    expect(await applyBackupThatWaits('nightly')).toMatchObject({
      object: { kind: 'Backup', namespace: 'team-a', name: 'nightly' },
    });
  },
);

itLong(
  'does not report a claim that was created within the last minutes',
  async () => {
    await applyBackupThatWaits('recent');
    const { problems } = await checkControlPlane(client);
    expect(problems.filter(({ object }) => object.name === 'recent')).toEqual(
      [],
    );
  },
);

itLong('reports a package that cannot be pulled', async () => {
  await apply(packages.providers, {
    apiVersion: 'pkg.crossplane.io/v1',
    kind: 'Provider',
    metadata: { name: 'provider-missing' },
    spec: { package: '127.0.0.1:1/missing:v1' },
  });
  expect(await problemMatching(/The package is not/)).toMatchObject({
    severity: 'error',
    object: { kind: 'Provider', name: 'provider-missing' },
  });
});
