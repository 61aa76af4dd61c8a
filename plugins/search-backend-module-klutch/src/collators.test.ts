import { mockServices, startTestBackend } from '@backstage/backend-test-utils';
import { TestPipeline } from '@backstage/plugin-search-backend-node';
import { searchIndexRegistryExtensionPoint } from '@backstage/plugin-search-backend-node/alpha';
import type { DocumentCollatorFactory } from '@backstage/plugin-search-common';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import searchModuleKlutch from '.';

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

const portal = {
  services: [service()],
  pages: [[claim('orders-db')]],
  isComplete: true,
  isControlPlaneReachable: true,
};

beforeEach(() => {
  portal.pages = [[claim('orders-db')]];
  portal.services = [service()];
  portal.isComplete = true;
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
            complete: portal.isComplete,
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
      mockServices.rootConfig.factory({ data: { klutch } }),
    ],
  });
  await backend.stop();
  return added;
}

async function documentsOf(type: string, klutch?: object) {
  const factory = (await factories(klutch)).find(each => each.type === type);
  const { documents, error } = await TestPipeline.fromCollator(
    await factory!.getCollator(),
  ).execute();
  if (error) throw error;
  return documents;
}

it('guards results with the read permissions of their resource types', async () => {
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
      expect.objectContaining({ resourceType: 'klutch-claim' }),
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
      resourceRef: `apps-dev/team-a/${postgresql}/orders-db`,
    },
  });
});

it('keeps the index while lists are incomplete', async () => {
  portal.isComplete = false;
  portal.isControlPlaneReachable = false;
  await expect(documentsOf('klutch-instance')).rejects.toThrow('incomplete');
  await expect(documentsOf('klutch-service')).rejects.toThrow('unreachable');
});
