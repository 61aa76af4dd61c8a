import { resolvePackagePath } from '@backstage/backend-plugin-api';
import { TestDatabases } from '@backstage/backend-test-utils';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppClusters } from '../clusters/AppClusters';
import type { Person } from '../identity/Caller';
import type { ServiceCatalog } from '../services/ServiceCatalog';
import { ServiceRequests } from './ServiceRequests';

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });

const resource = 'postgresqlinstances.anynines.com';
const cluster = 'apps';
const alice = { userRef: 'user:default/alice' } as Person;
const bob = { userRef: 'user:default/bob' } as Person;

async function setUp() {
  const knex = await databases.init('SQLITE_3');
  await knex.migrate.latest({
    directory: resolvePackagePath(
      '@klutch/backstage-plugin-klutch-backend',
      'migrations',
    ),
  });
  const binding = { id: cluster, title: 'Apps', bound: false };
  const service = { title: 'PostgreSQL', clusters: [binding] };
  const registered = { record: { id: cluster, title: 'Apps' } };
  const requests = new ServiceRequests({
    knex,
    appClusters: {
      find: () => registered,
      require: () => registered,
    } as unknown as AppClusters,
    catalog: {
      get: () => service as unknown as Schemas['ServiceDetail'],
    } as unknown as ServiceCatalog,
    onChange: jest.fn(),
  });
  const ask = async (person: Person, note = 'For orders') => {
    await requests.add(person, resource, { cluster, note });
    const [own] = await requests.listOf(person);
    return own?.id ?? '';
  };
  return { ask, binding, knex, requests };
}

it('shows each person their own requests only, with the answer of an operator', async () => {
  const { ask, requests } = await setUp();
  const id = await ask(alice);
  await ask(bob);
  await requests.dismiss(id, { message: '  Use the shared cluster. ' });

  expect(await requests.listOf(alice)).toEqual([
    {
      id,
      resource,
      title: 'PostgreSQL',
      cluster,
      user: alice.userRef,
      note: 'For orders',
      requestedAt: expect.any(String),
      state: 'Dismissed',
      answeredAt: expect.any(String),
      message: 'Use the shared cluster.',
    },
  ]);
  expect(await requests.listOf(bob)).toMatchObject([{ state: 'Open' }]);
  expect((await requests.list()).map(({ user }) => user)).toEqual([
    bob.userRef,
  ]);
});

it('opens a dismissed request again when the person asks again', async () => {
  const { ask, requests } = await setUp();
  await requests.dismiss(await ask(alice), { message: 'Not now.' });
  await ask(alice, 'Now?');

  const [own, ...others] = await requests.listOf(alice);
  expect(own).toMatchObject({ state: 'Open', note: 'Now?' });
  expect(own).not.toHaveProperty('message');
  expect(own).not.toHaveProperty('answeredAt');
  expect(others).toEqual([]);
  expect(await requests.list()).toHaveLength(1);
});

it('keeps an approval, and its answer, when the person asks again', async () => {
  const { ask, requests } = await setUp();
  await requests.approve(await ask(alice, 'For orders'), { message: 'Soon.' });
  await ask(alice, 'When?');

  expect(await requests.listOf(alice)).toMatchObject([
    { state: 'Approved', message: 'Soon.', note: 'For orders' },
  ]);
});

it('shows a request as fulfilled once the service has been bound, even if it is unbound later', async () => {
  const { ask, binding, requests } = await setUp();
  const id = await ask(alice);
  binding.bound = true;
  expect(await requests.list()).toEqual([]);
  binding.bound = false;
  await expect(requests.dismiss(id, { message: 'Too late.' })).rejects.toThrow(
    'Somebody else has answered or withdrawn this request',
  );
  const [own] = await requests.listOf(alice);
  expect(own).toMatchObject({ state: 'Fulfilled' });
  expect(own).not.toHaveProperty('message');
});

it('keeps the answer of the first of two operators', async () => {
  const { ask, requests } = await setUp();
  const id = await ask(alice);
  await requests.approve(id, { message: 'Soon.', state: 'Open' });
  const changed = 'Somebody else has answered or withdrawn this request';
  for (const late of [
    requests.dismiss(id, { message: 'No.', state: 'Open' }),
    requests.approve('withdrawn'),
  ]) {
    await expect(late).rejects.toThrow(changed);
  }
  expect(await requests.listOf(alice)).toMatchObject([
    { state: 'Approved', message: 'Soon.' },
  ]);
  await requests.dismiss(id, { state: 'Approved' });
  await expect(requests.approve(id)).rejects.toThrow(changed);
  expect(await requests.listOf(alice)).toMatchObject([{ state: 'Dismissed' }]);
});

it('removes only requests of the person who withdraws', async () => {
  const { ask, requests } = await setUp();
  const id = await ask(alice);
  await requests.withdraw(bob, id);
  expect(await requests.listOf(alice)).toHaveLength(1);
  await requests.withdraw(alice, id);
  expect(await requests.listOf(alice)).toEqual([]);
});

it('forgets answers after 90 days, and open requests never', async () => {
  const { ask, knex, requests } = await setUp();
  await requests.dismiss(await ask(alice));
  await ask(bob);
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  const age = (days: number) =>
    knex('klutch_service_requests').update({ requested_at: daysAgo(days) });
  await age(400);
  const answered = () =>
    knex('klutch_service_requests').where({ state: 'Dismissed' });
  await answered().update({ answered_at: daysAgo(89) });
  expect(await requests.listOf(alice)).toHaveLength(1);
  await answered().update({ answered_at: daysAgo(91) });
  expect(await requests.listOf(alice)).toEqual([]);
  expect(await requests.listOf(bob)).toHaveLength(1);
});
