import { loadProviderCrds } from '@klutch/crossplane';
import {
  createCache,
  createClient,
  createController,
  createLogger,
  defineResource,
  loadKubeConfig,
  type Controller,
  type KubeClient,
} from '@klutch/kube';
import { borrowCluster, type LocalCluster } from '@klutch/local-clusters';
import {
  kubernetesObjects,
  type KubernetesObject,
} from '../resources/managedResources';
import { eventually } from '../testing/eventually';
import {
  conditionOf,
  messageOfCondition,
  prepareCluster,
  waitForObject,
} from '../testing/managed';
import { kubernetesObjectKind } from './kubernetesObject';
import { createManagedReconciler } from './managedReconciler';

jest.setTimeout(60_000);

const namespace = 'team-a';
const deployments = defineResource({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});

let cluster: LocalCluster;
let client: KubeClient;
let controller: Controller;
const stop = new AbortController();

beforeAll(async () => {
  cluster = await borrowCluster({ name: 'objects' });
  client = createClient(loadKubeConfig(cluster.kubeconfig));
  await prepareCluster(client, await loadProviderCrds());
  const logger = createLogger('objects', { level: 'silent' });
  const cache = createCache({ client, resource: kubernetesObjects, logger });
  cache.start(stop.signal);
  await cache.whenSynced(stop.signal);
  controller = createController<[KubernetesObject]>({
    name: 'kubernetes-object',
    logger,
    watches: [{ cache }],
    reconcile: createManagedReconciler(
      client,
      kubernetesObjectKind({ client, cache }),
    ),
  });
  controller.start(stop.signal);
});
afterAll(async () => {
  stop.abort();
  await controller?.stopped();
  await client?.close();
  await cluster?.stop();
});

const create = (
  name: string,
  manifest: object,
  spec: Partial<KubernetesObject['spec']> = {},
) =>
  client.create(kubernetesObjects, {
    apiVersion: 'kubernetes.crossplane.io/v1alpha2',
    kind: 'Object',
    metadata: { name },
    spec: { ...spec, forProvider: { manifest } },
  });

const configMap = (name: string, data: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data,
});

const waitForCondition = (name: string, type: string, value: string) =>
  waitForObject(
    client,
    kubernetesObjects,
    name,
    object => conditionOf(object, type) === value,
  );

const configMaps = defineResource<ReturnType<typeof configMap>>({
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
});

it('applies an object, its changes, and deletes it', async () => {
  await create('settings', configMap('settings', { a: '1', b: '2' }));
  const ready = await waitForCondition('settings', 'Ready', 'True/Available');
  expect(ready.status?.atProvider?.manifest).toMatchObject({
    metadata: { name: 'settings', uid: expect.any(String) },
    data: { a: '1', b: '2' },
  });

  await client.mergePatch(
    kubernetesObjects,
    { name: 'settings' },
    { spec: { forProvider: { manifest: { data: { a: '3', b: null } } } } },
  );
  const key = { namespace, name: 'settings' };
  await eventually('the change is applied', async () => {
    const found = await client.get(configMaps, key);
    return JSON.stringify(found?.data) === '{"a":"3"}';
  });

  await client.delete(kubernetesObjects, { name: 'settings' });
  await eventually(
    'both are gone',
    async () =>
      !(await client.get(kubernetesObjects, { name: 'settings' })) &&
      !(await client.get(configMaps, key)),
  );
});

it('keeps the object if the policy says so', async () => {
  await create('kept', configMap('kept', {}), { deletionPolicy: 'Orphan' });
  await waitForCondition('kept', 'Ready', 'True/Available');
  await client.delete(kubernetesObjects, { name: 'kept' });
  await eventually(
    'the Object is gone',
    async () => !(await client.get(kubernetesObjects, { name: 'kept' })),
  );
  expect(
    await client.get(configMaps, { namespace, name: 'kept' }),
  ).toBeDefined();
});

it('is ready when the condition Ready of the object is True', async () => {
  await create(
    'app',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'app' } },
        template: {
          metadata: { labels: { app: 'app' } },
          spec: { containers: [{ name: 'app', image: 'app' }] },
        },
      },
    },
    { readiness: { policy: 'DeriveFromObject' } },
  );
  await waitForCondition('app', 'Ready', 'False/Creating');
  await client.mergePatch(
    deployments,
    { namespace, name: 'app' },
    {
      status: {
        conditions: [
          { type: 'Ready', status: 'True', reason: 'Test', message: '' },
        ],
      },
    },
    { subresource: 'status' },
  );
  const ready = await waitForCondition('app', 'Ready', 'True/Available');
  expect(ready.status?.atProvider?.manifest?.metadata.name).toBe('app');
});

it.each([
  [
    'a kind that is not served',
    { apiVersion: 'example.org/v1', kind: 'Nothing' },
    'The control plane has no Nothing of example.org/v1. Install its CRD',
  ],
  [
    'a missing namespace',
    { apiVersion: 'v1', kind: 'ConfigMap' },
    'ConfigMap needs a namespace',
  ],
  [
    'a refused object',
    { ...configMap('UPPER', {}) },
    'The control plane refuses the object',
  ],
])('reports %s', async (what, manifest, message) => {
  const name = what.replaceAll(' ', '-');
  await create(name, manifest);
  const object = await waitForCondition(name, 'Synced', 'False/ReconcileError');
  expect(messageOfCondition(object, 'Synced')).toContain(message);
  await client.delete(kubernetesObjects, { name });
  await eventually(
    'the Object is gone',
    async () => !(await client.get(kubernetesObjects, { name })),
  );
});
