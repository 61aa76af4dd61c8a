import {
  core,
  createClient,
  createLogger,
  defineResource,
  loadKubeConfig,
  type CustomResourceDefinition,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { borrowCluster, type LocalCluster } from '@klutch/local-clusters';
import {
  available,
  creating,
  mergeConditions,
  type NewCondition,
} from '../resources/conditions';
import { instanceFixture } from '../testing/managed';
import { eventually } from '../testing/eventually';
import { ClaimEvents } from './ClaimEvents';

jest.setTimeout(60_000);

const group = 'example.org';
const type = (plural: string, kind: string, namespaced: boolean): Resource =>
  defineResource({ group, version: 'v1', plural, kind, namespaced });
const claims = type('things', 'Thing', true);
const composites = type('xthings', 'XThing', false);

const crdOf = ({ plural, kind, namespaced }: Resource) =>
  ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { plural, kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              'x-kubernetes-preserve-unknown-fields': true,
            },
          },
        },
      ],
    },
  }) as CustomResourceDefinition;

const namespace = 'default';
const reference = (kind: string, name: string) => ({
  apiVersion: `${group}/v1`,
  kind,
  name,
});

let cluster: LocalCluster;
let client: KubeClient;
const log: string[] = [];
const logger = createLogger('events', {
  destination: { write: line => log.push(line) },
});

beforeAll(async () => {
  cluster = await borrowCluster({ name: 'claim-events' });
  client = createClient(loadKubeConfig(cluster.kubeconfig));
  for (const resource of [claims, composites]) {
    await client.create(core.customResourceDefinitions, crdOf(resource));
  }
  await eventually('the types are served', async () => {
    const served = await client.discover(group, 'v1').catch(() => []);
    return served.length === 2;
  });
});
afterAll(async () => {
  await client?.close();
  await cluster?.stop();
});

/** An instance whose composite refers to a claim. */
async function composed(name: string) {
  const composite = await client.create(composites, {
    ...reference('XThing', name),
    metadata: { name },
    spec: { claimRef: { ...reference('Thing', name), namespace } },
  } as Unstructured);
  const instance = instanceFixture(name, 'any');
  const owner = {
    ...reference('XThing', name),
    uid: composite.metadata.uid ?? '',
    controller: true,
  };
  return {
    ...instance,
    metadata: { ...instance.metadata, ownerReferences: [owner] },
  };
}

const report = async (
  object: ReturnType<typeof instanceFixture>,
  from: NewCondition,
  to: NewCondition,
) => {
  const state = (condition: NewCondition) => ({
    ...object,
    status: {
      conditions: mergeConditions([], [condition], { now: new Date() }),
    },
  });
  await new ClaimEvents(client).report(state(from), state(to), logger);
};

it('writes an Event that belongs to the claim', async () => {
  const claim = await client.create(claims, {
    ...reference('Thing', 'orders'),
    metadata: { name: 'orders', namespace },
  } as Unstructured);
  await report(await composed('orders'), creating(), available('Hello.'));
  const { items } = await client.list(core.events, {
    namespace,
    fieldSelector: `involvedObject.uid=${claim.metadata.uid}`,
  });
  expect(items).toMatchObject([
    { type: 'Normal', reason: 'Available', message: 'Hello.' },
  ]);
  expect(log).toEqual([]);
});

it('writes none for a claim that is gone, or for an object without one', async () => {
  await report(await composed('gone'), creating(), available());
  await report(instanceFixture('alone', 'any'), creating(), available());
  const { items } = await client.list(core.events, { namespace });
  expect(
    items.filter(
      ({ involvedObject: { apiVersion, name } }) =>
        apiVersion === `${group}/v1` && name !== 'orders',
    ),
  ).toEqual([]);
  expect(log).toEqual([]);
});
