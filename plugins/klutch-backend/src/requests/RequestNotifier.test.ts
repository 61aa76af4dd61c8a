import { mockServices, TestDatabases } from '@backstage/backend-test-utils';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { openDatabase } from '../database/openDatabase';
import type { Person } from '../identity/Caller';
import { RequestNotifier } from './RequestNotifier';
import { ServiceRequests } from './ServiceRequests';

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });
const { signal } = new AbortController();
const resource = 'dbs.example.com';
const alice = { userRef: 'user:default/alice' } as Person;

async function start() {
  const knex = await databases.init('SQLITE_3');
  await openDatabase(
    mockServices.database.mock({ getClient: async () => knex }),
  );
  const bound: Schemas['Service']['clusters'] = [];
  const requests = new ServiceRequests({
    knex,
    appClusters: {
      require: () => ({ record: { title: 'Shop' } }),
      find: () => ({}),
    } as never,
    catalog: { get: () => ({ title: 'Databases', clusters: bound }) } as never,
    onChange: () => undefined,
  });
  const send = jest.fn(async (_options: unknown) => {});
  const notifier = new RequestNotifier({
    requests,
    logger: { warn: jest.fn() } as never,
    mountPath: '/data',
    notifications: { send },
    titleOf: () => 'Shop',
  });
  await requests.add(alice, resource, { cluster: 'shop', note: 'orders' });
  const [{ id } = { id: '' }] = await requests.list();
  const run = async () => {
    send.mockClear();
    await notifier.run(signal);
    return send.mock.calls.map(([options]) => options);
  };
  return { bound, id, requests, run, send };
}

it('tells the person who asked each answer once, with the operator’s message', async () => {
  const { bound, id, requests, run } = await start();
  expect(await run()).toEqual([]);
  await requests.approve(id, { message: 'Ready in an hour' });
  expect(await requests.list()).toMatchObject([{ id, state: 'Approved' }]);
  expect(await run()).toEqual([
    {
      recipients: { type: 'entity', entityRef: alice.userRef },
      payload: expect.objectContaining({
        title: 'Your request for Databases on Shop was approved',
        description: 'Ready in an hour',
        link: '/data/services',
        topic: 'klutch-request',
      }),
    },
  ]);
  expect(await run()).toEqual([]);
  bound.push({ id: 'shop', bound: true } as never);
  expect(await run()).toMatchObject([
    {
      payload: {
        title:
          'Your request for Databases on Shop was fulfilled: it can be ordered now',
      },
    },
  ]);
  expect(await requests.list()).toEqual([]);
  expect(await requests.list({ answered: true })).toMatchObject([
    { id, state: 'Fulfilled', message: 'Ready in an hour' },
  ]);
});

it('tells of a dismissal again after a failure to send, and of no answer that changed in between', async () => {
  const { id, requests, run, send } = await start();
  await requests.approve(id);
  await requests.dismiss(id, { message: 'Use the shared one' });
  send.mockRejectedValueOnce(new Error('away'));
  await run();
  expect(await run()).toMatchObject([
    {
      payload: {
        title: 'Your request for Databases on Shop was refused',
        description: 'Use the shared one',
        severity: 'normal',
      },
    },
  ]);
});
