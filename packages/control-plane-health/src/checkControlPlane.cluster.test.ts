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
import { checkControlPlane } from './checkControlPlane';
import { compositions, packages, xrds } from './crossplane/resources';

jest.setTimeout(120_000);

let cluster: LocalCluster;
let client: KubeClient;

const backups = defineResource({
  group: 'anynines.com',
  version: 'v1',
  plural: 'backups',
  kind: 'Backup',
  namespaced: true,
});

const apply = (resource: Resource, object: KubeObject & { spec?: object }) =>
  client.apply(resource, object, { fieldManager: 'test' });

/** Checks until there are problems that a test waits for. */
const problemsMatching = (
  pattern: RegExp,
  options: { stuckAfterMs?: number } = {},
) =>
  waitForValue(
    async () => {
      const { problems } = await checkControlPlane(client, options);
      const found = problems.filter(({ message }) => pattern.test(message));
      return found.length > 0 ? found : undefined;
    },
    { what: `a problem matches ${pattern}`, timeoutMs: 30_000 },
  );

beforeAll(async () => {
  cluster = await startCluster({ name: 'control-plane-health' });
  client = createClient(loadKubeConfig(cluster.kubeconfig));
});

afterAll(async () => {
  await client?.close();
  await cluster?.stop();
});

it('checks a control plane from an empty cluster to a stuck claim', async () => {
  expect(await checkControlPlane(client)).toMatchObject({
    crossplane: undefined,
    problems: [{ message: 'Crossplane is not installed on this cluster.' }],
  });

  await startCrossplane(cluster, {
    pollSeconds: 1,
    functions: { 'function-patch-and-transform': startFunction },
  });
  expect(await checkControlPlane(client)).toEqual({
    crossplane: 1,
    problems: [],
  });

  // An API without a Composition.
  const api = (await loadXrds()).find(
    ({ spec }) => spec.claimNames.kind === 'Backup',
  )!;
  await apply(xrds, api);
  await problemsMatching(/No Composition composes XBackup/);

  // A Composition that calls a function that is not there.
  const composition = (await loadCompositions()).find(
    ({ metadata }) => metadata.name === 'a9s-backup',
  )!;
  const [step] = composition.spec.pipeline ?? [];
  await apply(compositions, {
    ...composition,
    spec: {
      ...composition.spec,
      pipeline: [{ ...step, functionRef: { name: 'function-other' } }],
    },
  });
  const [called] = await problemsMatching(/calls the function function-other/);
  expect(called).toMatchObject({
    object: { kind: 'Composition', name: 'a9s-backup' },
    remedy: expect.stringMatching(/name function-other/),
  });
  await apply(compositions, composition);

  // A claim whose managed resource has no API.
  await apply(defineResource(core.namespaces), {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'team-a' },
  });
  await apply(backups, {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    metadata: { name: 'nightly', namespace: 'team-a' },
    spec: { instanceRef: 'db', serviceInstanceType: 'mariadb' },
  });
  expect(
    (
      await problemsMatching(/XBackup nightly-.* is not Synced/, {
        stuckAfterMs: 0,
      })
    )[0],
  ).toMatchObject({
    object: { kind: 'Backup', namespace: 'team-a', name: 'nightly' },
  });

  // Its provider does nothing with the managed resource.
  for (const crd of await loadProviderCrds()) {
    await apply(defineResource(core.customResourceDefinitions), crd);
  }
  await problemsMatching(/Backup nightly-\w+-\w+ is not Synced/, {
    stuckAfterMs: 0,
  });
  expect((await checkControlPlane(client)).problems).toEqual([]);

  // A package that cannot be pulled.
  await apply(packages.providers, {
    apiVersion: 'pkg.crossplane.io/v1',
    kind: 'Provider',
    metadata: { name: 'provider-missing' },
    spec: { package: '127.0.0.1:1/missing:v1' },
  });
  expect((await problemsMatching(/The package is not/))[0]).toMatchObject({
    severity: 'error',
    object: { kind: 'Provider', name: 'provider-missing' },
  });
});
