// What Crossplane makes of a claim of every kind, with every patch of the a9s Compositions. The snapshot was first
// written by the engine that is built into Crossplane 1.20, so it shows that the composition function does the same.
import type { Resource, Unstructured } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { claimsWithAllParameters } from '../testing/allParameters';
import {
  claims,
  conditionOf,
  instanceClaim,
  managedResources,
  startControlPlane,
  type ControlPlane,
} from '../testing/controlPlane';
import { dataServices } from './dataServices';

jest.setTimeout(120_000);

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(async () => {
  await plane?.stop();
});

/** The labels, without the random part of the composite's name. */
const withoutName = ({ metadata }: Unstructured) =>
  Object.fromEntries(
    Object.entries(metadata.labels ?? {}).map(([key, value]) => [
      key,
      value.replace(/-[a-z0-9]{5}$/, '-xxxxx'),
    ]),
  );

/** Creates a claim, lets a provider report `atProvider`, and returns what was composed and reported. */
async function compose(
  claim: Resource,
  managed: Resource,
  spec: object,
  atProvider: object,
) {
  const name = claim.plural;
  await plane.client.create(claim, plane.claim(claim, name, spec));
  const composed = await plane.waitForValue(`${name} is composed`, () =>
    plane.managedResourceOf(managed, name),
  );
  await plane.client.mergePatch(
    managed,
    { name: composed.metadata.name ?? '' },
    {
      status: {
        atProvider,
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'Available',
            message: 'as reported',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      },
    },
    { subresource: 'status' },
  );
  const ready = await plane.waitForValue(`${name} is ready`, async () => {
    await plane.touch(claim, name);
    const found = await plane.client.get(claim, {
      name,
      namespace: 'team-a',
    });
    return conditionOf(found, 'Ready') === 'True' && found?.status?.managed
      ? found
      : undefined;
  });
  const restoreInto =
    composed.metadata.annotations?.['klutch.anynines.com/restore-into'];
  return {
    labels: withoutName(composed),
    annotation:
      composed.metadata.annotations?.[
        'crossplane.io/composition-resource-name'
      ],
    ...(restoreInto && { restoreInto }),
    spec: composed.spec,
    managed: ready.status?.managed,
  };
}

const provisioned = {
  state: 'provisioned',
  createdAt: '2026-01-01T00:00:00Z',
  provisionedAt: '2026-01-01T00:00:04Z',
  updatedAt: '2026-01-01T00:00:05Z',
  version: '15.18',
  usage: { storageBytes: 7, storageLimitBytes: 9, connections: 1 },
};

itLong.each(dataServices.map(service => [service.type, service] as const))(
  'an instance of %s is composed with all parameters',
  async (type, service) => {
    const spec = claimsWithAllParameters[type];
    const known = Object.entries(service.parameters)
      .filter(([, { brokerKey }]) => brokerKey !== undefined)
      .map(([name]) => name);
    expect(Object.keys(spec.parameters).sort()).toEqual(known.sort());
    expect(
      await compose(
        instanceClaim(service),
        managedResources.instances,
        { ...spec, acceptsIncomplete: true },
        provisioned,
      ),
    ).toMatchSnapshot();
  },
);

itLong.each<[string, Resource, Resource, object, object]>([
  [
    'a service binding',
    claims.bindings,
    managedResources.bindings,
    { instanceRef: 'db', serviceInstanceType: 'mariadb' },
    {
      state: 'Created',
      serviceBindingID: 5,
      connectionDetails: [{ hostURL: 'localhost', port: '3306', label: 'SQL' }],
    },
  ],
  [
    'a backup',
    claims.backups,
    managedResources.backups,
    { instanceRef: 'db', serviceInstanceType: 'mongodb' },
    {
      id: 7,
      size: 18432,
      status: 'done',
      triggered_at: '2026-01-01T00:00:00Z',
      finished_at: '2026-01-01T00:00:01Z',
      downloadable: true,
      instanceId: 'i',
    },
  ],
  [
    'a restore',
    claims.restores,
    managedResources.restores,
    {
      backupRef: 'nightly',
      instanceRef: 'copy',
      serviceInstanceType: 'search',
    },
    {
      restoreId: 3,
      backupId: 7,
      state: 'done',
      triggeredAt: '2026-01-01T00:00:00Z',
      finishedAt: '2026-01-01T00:00:05Z',
    },
  ],
])('%s is composed', async (_, claim, managed, spec, atProvider) => {
  expect(await compose(claim, managed, spec, atProvider)).toMatchSnapshot();
});
