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
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { waitForValue } from '@klutch/local-processes';
import {
  checkControlPlane,
  type ControlPlaneHealth,
} from './checkControlPlane';
import { compositions, xrds } from './crossplane/resources';

jest.setTimeout(120_000);

let cluster: LocalCluster;
let client: KubeClient;
let withoutApis: ControlPlaneHealth;

const apply = (resource: Resource, object: KubeObject & { spec?: object }) =>
  client.apply(resource, object, { fieldManager: 'test' });

/** Applies an object as soon as its API is served. */
const applyWhenServed = (resource: Resource, object: KubeObject) =>
  waitForValue(() => apply(resource, object), {
    what: `${resource.kind} ${object.metadata.name} is applied`,
    timeoutMs: 30_000,
  });

const problemMatching = (pattern: RegExp) =>
  waitForValue(
    async () => {
      const { problems } = await checkControlPlane(client, { stuckAfterMs: 0 });
      const found = problems.find(({ message }) => pattern.test(message));
      if (!found) throw new Error(JSON.stringify(problems));
      return found;
    },
    { what: `a problem matches ${pattern}`, timeoutMs: 30_000 },
  );

beforeAll(async () => {
  cluster = await startCluster({ name: 'crossplane-2' });
  client = createClient(loadKubeConfig(cluster.kubeconfig));
  await startCrossplane(cluster, {
    major: 2,
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

itLong('finds no problem in a new installation of Crossplane 2', () => {
  expect(withoutApis).toEqual({ crossplane: 2, problems: [] });
});

itLong('finds the managed resource that a claim waits for', async () => {
  const named = <T extends { metadata: { name?: string } }>(
    all: T[],
    name: string,
  ) => all.find(({ metadata }) => metadata.name === name)!;
  await apply(
    defineResource(core.customResourceDefinitions),
    named(await loadProviderCrds(), 'backups.dataservices.anynines.com'),
  );
  await apply(xrds, named(await loadXrds(), 'xbackups.anynines.com'));
  await apply(compositions, named(await loadCompositions(), 'a9s-backup'));
  const backups = defineResource({
    group: 'anynines.com',
    version: 'v1',
    plural: 'backups',
    kind: 'Backup',
    namespaced: true,
  });
  await applyWhenServed(backups, {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    metadata: { name: 'nightly', namespace: 'team-a' },
    spec: { instanceRef: 'db', serviceInstanceType: 'mariadb' },
  } as KubeObject);
  expect(
    await problemMatching(/Backup nightly-\w+-\w+ is not Synced/),
  ).toMatchObject({
    object: { kind: 'Backup', namespace: 'team-a', name: 'nightly' },
  });
});

describeLong('a composite in a namespace', () => {
  const group = 'example.org';
  const apps = defineResource({
    group,
    version: 'v1',
    plural: 'apps',
    kind: 'App',
    namespaced: true,
  });
  const buckets = defineResource({
    group,
    version: 'v1',
    plural: 'buckets',
    kind: 'Bucket',
    namespaced: true,
  });
  const schema = (properties: object = {}) => ({
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties },
        status: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
  });

  beforeAll(async () => {
    await apply(defineResource(core.customResourceDefinitions), {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `buckets.${group}` },
      spec: {
        group,
        names: { kind: 'Bucket', plural: 'buckets' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: schema({ size: { type: 'string' } }),
            subresources: { status: {} },
          },
        ],
      },
    });
    await apply(defineResource({ ...xrds, version: 'v2' }), {
      apiVersion: 'apiextensions.crossplane.io/v2',
      kind: 'CompositeResourceDefinition',
      metadata: { name: `apps.${group}` },
      spec: {
        scope: 'Namespaced',
        group,
        names: { kind: 'App', plural: 'apps' },
        versions: [
          { name: 'v1', served: true, referenceable: true, schema: schema() },
        ],
      },
    });
    await apply(compositions, {
      apiVersion: 'apiextensions.crossplane.io/v1',
      kind: 'Composition',
      metadata: { name: 'app' },
      spec: {
        compositeTypeRef: { apiVersion: `${group}/v1`, kind: 'App' },
        mode: 'Pipeline',
        pipeline: [
          {
            step: 'compose',
            functionRef: { name: 'function-patch-and-transform' },
            input: {
              apiVersion: 'pt.fn.crossplane.io/v1beta1',
              kind: 'Resources',
              resources: [
                {
                  name: 'bucket',
                  base: {
                    apiVersion: `${group}/v1`,
                    kind: 'Bucket',
                    spec: { size: '1Gi' },
                  },
                },
              ],
            },
          },
        ],
      },
    });
    await applyWhenServed(apps, {
      apiVersion: `${group}/v1`,
      kind: 'App',
      metadata: { name: 'shop', namespace: 'team-a' },
      spec: {},
    } as KubeObject);
  });

  it('is reported with the composed resource in its namespace that it waits for', async () => {
    const bucket = await waitForValue(
      async () => (await client.list(buckets)).items[0],
      { what: 'the bucket is composed', timeoutMs: 30_000 },
    );
    await client.mergePatch(
      buckets,
      { name: bucket.metadata.name ?? '', namespace: 'team-a' },
      {
        status: {
          conditions: [
            { type: 'Synced', status: 'True' },
            { type: 'Ready', status: 'False', message: 'No quota is left' },
          ].map(condition => ({
            reason: 'Test',
            lastTransitionTime: '2026-01-01T00:00:00Z',
            ...condition,
          })),
        },
      },
      { subresource: 'status' },
    );
    expect(await problemMatching(/No quota is left/)).toMatchObject({
      object: { kind: 'App', namespace: 'team-a', name: 'shop' },
      message: `The claim is not fulfilled. Bucket ${bucket.metadata.name} is not Ready. No quota is left.`,
    });
  });
});
