import { mockServices, startTestBackend } from '@backstage/backend-test-utils';
import { catalogServiceMock } from '@backstage/plugin-catalog-node/testUtils';
import { TestPipeline } from '@backstage/plugin-search-backend-node';
import { searchIndexRegistryExtensionPoint } from '@backstage/plugin-search-backend-node/alpha';
import type { DocumentCollatorFactory } from '@backstage/plugin-search-common';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { createKlutchClientFor } from '@klutch/backstage-plugin-klutch-node';
import searchModuleKlutch from '.';
import {
  instanceDocuments,
  KlutchCollatorFactory,
  serviceDocuments,
} from './KlutchCollatorFactory';

const postgresql = 'postgresqlinstances.anynines.com';

const service = (
  changes: Partial<Schemas['Service']> = {},
): Schemas['Service'] => ({
  resource: postgresql,
  kind: 'PostgresqlInstance',
  type: 'instance',
  title: 'PostgreSQL',
  description: 'Relational database',
  icon: '',
  offered: true,
  versions: [
    { value: 'a9s-postgresql15', title: 'PostgreSQL 15', available: true },
  ],
  clusters: [],
  ...changes,
});

const claim = (name: string): Schemas['Claim'] => ({
  cluster: 'apps-dev',
  clusterTitle: 'Development apps',
  namespace: 'team-a',
  resource: postgresql,
  kind: 'PostgresqlInstance',
  type: 'instance',
  name,
  uid: name,
  state: 'Failed',
  stateText: 'Failed',
  message: 'password of the broker is wrong',
  createdAt: '2026-11-21T03:46:00Z',
  deleting: false,
  protected: false,
  serviceTitle: 'PostgreSQL',
  planTitle: 'Single nano',
  owner: 'group:default/shop',
});

const entity = (name: string) => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name: `apps-dev_team-a_${postgresql}_${name}` },
  spec: { type: 'data-service-instance', owner: 'group:default/shop' },
});

const entities = [entity('orders-db'), entity('users-db')];

const portal = {
  services: [service()],
  pages: [[claim('orders-db')]],
  isComplete: true,
  /** Number of answers before the first complete one. */
  completeAfter: 0,
  isControlPlaneReachable: true,
};

beforeEach(() => {
  portal.pages = [[claim('orders-db')]];
  portal.services = [service()];
  portal.isComplete = true;
  portal.completeAfter = 0;
  portal.isControlPlaneReachable = true;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const { pathname, searchParams } = new URL((input as Request).url);
    const page = Number(searchParams.get('cursor'));
    return Response.json(
      pathname.endsWith('/services')
        ? {
            items: portal.services,
            controlPlane: { reachable: portal.isControlPlaneReachable },
          }
        : {
            items: portal.pages[page],
            clusters: [],
            complete: portal.isComplete && portal.completeAfter-- <= 0,
            ...(page + 1 < portal.pages.length && {
              nextCursor: String(page + 1),
            }),
          },
    );
  });
});
afterEach(() => jest.restoreAllMocks());

async function factories(
  klutch: object = {},
): Promise<DocumentCollatorFactory[]> {
  const added: DocumentCollatorFactory[] = [];
  const backend = await startTestBackend({
    extensionPoints: [
      [
        searchIndexRegistryExtensionPoint,
        {
          addCollator: ({ factory }) => added.push(factory),
          addDecorator: jest.fn(),
        },
      ],
    ],
    features: [
      searchModuleKlutch,
      catalogServiceMock.factory({ entities }),
      mockServices.rootConfig.factory({ data: { klutch } }),
    ],
  });
  await backend.stop();
  return added;
}

async function collate(factory: DocumentCollatorFactory) {
  const { documents, error } = await TestPipeline.fromCollator(
    await factory.getCollator(),
  ).execute();
  if (error) throw error;
  return documents;
}

async function documentsOf(type: string, klutch?: object) {
  const factory = (await factories(klutch)).find(each => each.type === type);
  return collate(factory!);
}

/** Tries again at once. */
function impatientCollator(documents: typeof instanceDocuments) {
  const auth = mockServices.auth();
  const discovery = mockServices.discovery();
  return new KlutchCollatorFactory(documents, {
    auth,
    catalog: catalogServiceMock({ entities }),
    clientFor: createKlutchClientFor({ auth, discovery }),
    mountPath: '/klutch',
    retryDelayMs: 0,
  });
}

it('shows services to those who may read them, instances to those who may read their entities', async () => {
  expect(
    (await factories()).map(({ type, visibilityPermission }) => [
      type,
      visibilityPermission,
    ]),
  ).toEqual([
    [
      'klutch-service',
      expect.objectContaining({ resourceType: 'klutch-service' }),
    ],
    [
      'klutch-instance',
      expect.objectContaining({ name: 'catalog.entity.read' }),
    ],
  ]);
});

it('indexes offered services', async () => {
  portal.services = [
    service(),
    service({ title: 'withdrawn', offered: false }),
    service({ title: 'backups', type: 'backup' }),
  ];
  expect(await documentsOf('klutch-service')).toEqual([
    {
      title: 'PostgreSQL',
      text: 'Relational database, PostgresqlInstance, PostgreSQL 15',
      location: `/klutch/services/${postgresql}`,
      authorization: { resourceRef: postgresql },
    },
  ]);
});

it('indexes the instances of all pages, below the configured mount path, without state and message', async () => {
  portal.pages = [[claim('orders-db')], [claim('users-db')]];
  const documents = await documentsOf('klutch-instance', {
    mountPath: '/data',
  });
  expect(documents.map(({ title }) => title)).toEqual([
    'orders-db',
    'users-db',
  ]);
  expect(documents[0]).toEqual({
    title: 'orders-db',
    text: 'PostgreSQL in team-a on apps-dev, Single nano, group:default/shop',
    location: `/data/instances/apps-dev/team-a/${postgresql}/orders-db`,
    authorization: {
      resourceRef: `resource:default/apps-dev_team-a_${postgresql}_orders-db`,
    },
  });
});

it('leaves out an instance that the catalog does not have', async () => {
  portal.pages = [[claim('hidden'), claim('orders-db')]];
  const documents = await documentsOf('klutch-instance');
  expect(documents.map(({ title }) => title)).toEqual(['orders-db']);
});

it('keeps the index while lists stay incomplete', async () => {
  portal.isComplete = false;
  portal.isControlPlaneReachable = false;
  await expect(
    impatientCollator(instanceDocuments).getCollator(),
  ).rejects.toThrow('incomplete');
  await expect(
    impatientCollator(serviceDocuments).getCollator(),
  ).rejects.toThrow('unreachable');
});

it('waits until a list is complete', async () => {
  portal.completeAfter = 2;
  const documents = await collate(impatientCollator(instanceDocuments));
  expect(documents.map(({ title }) => title)).toEqual(['orders-db']);
});
