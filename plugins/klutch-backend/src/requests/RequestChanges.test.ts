import { mockServices, TestDatabases } from '@backstage/backend-test-utils';
import { openDatabase } from '../database/openDatabase';
import { RequestChanges } from './RequestChanges';

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });

const row = {
  id: '1',
  resource: 'postgresqlinstances.anynines.com',
  cluster: 'apps',
  user_ref: 'user:default/alice',
  note: '',
  requested_at: '2026-11-28T03:00:00.000Z',
};

it('tells of requests, answers and withdrawals that another replica wrote, once each', async () => {
  const knex = await databases.init('SQLITE_3');
  await openDatabase(
    mockServices.database.mock({ getClient: async () => knex }),
  );
  const onChange = jest.fn();
  const changes = new RequestChanges({ knex, onChange });
  const requests = () => knex('klutch_service_requests');
  const told = async () => {
    await changes.check();
    await changes.check();
    const { length } = onChange.mock.calls;
    onChange.mockClear();
    return length;
  };
  expect(await told()).toBe(0);
  await requests().insert(row);
  expect(await told()).toBe(1);
  await requests().update({ answered_at: '2026-11-28T04:00:00.000Z' });
  expect(await told()).toBe(1);
  await requests().delete();
  expect(await told()).toBe(1);
});
