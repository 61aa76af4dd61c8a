import { mockServices, TestDatabases } from '@backstage/backend-test-utils';
import type { ClusterBinding } from '@klutch/bind-api';
import { clusterBindingWith } from '../../clusters/__testUtils__/clusterBindingWith';
import { openDatabase } from '../../database/openDatabase';
import { KonnectorHistory, type ObservedKonnector } from './KonnectorHistory';

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });

const start = new Date('2026-11-28T10:00:00.000Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const day = 24 * 60;

const reported = (at: Date, konnectorVersion = 'v0.1.0') =>
  clusterBindingWith({
    lastHeartbeatTime: at.toISOString(),
    heartbeatInterval: '5m0s',
    konnectorVersion,
  });

async function history() {
  const knex = await databases.init('SQLITE_3');
  await openDatabase(
    mockServices.database.mock({ getClient: async () => knex }),
  );
  const state: { observed?: ObservedKonnector[] } = { observed: [] };
  const recorded = new KonnectorHistory({
    knex,
    observed: () => state.observed,
  });
  const recordAt = async (now: Date, clusterBinding?: ClusterBinding) => {
    state.observed = [{ cluster: 'apps', clusterBinding }];
    await recorded.record(now);
  };
  return { recorded, recordAt, state };
}

it('records changes of state and version only, and answers with the newest first', async () => {
  const { recorded, recordAt } = await history();
  await recordAt(start, undefined);
  await recordAt(later(1), reported(later(1)));
  await recordAt(later(2), reported(later(2)));
  // Lost after twice the interval.
  await recordAt(later(13), reported(later(2)));
  await recordAt(later(14), reported(later(14), 'v0.2.0+secret-by-name'));
  expect(await recorded.of('apps')).toEqual([
    {
      at: later(14).toISOString(),
      state: 'Healthy',
      konnectorVersion: 'v0.2.0',
    },
    { at: later(13).toISOString(), state: 'Lost', konnectorVersion: 'v0.1.0' },
    {
      at: later(1).toISOString(),
      state: 'Healthy',
      konnectorVersion: 'v0.1.0',
    },
    { at: start.toISOString(), state: 'Unbound' },
  ]);
  expect(await recorded.of('other')).toEqual([]);
});

it('records nothing while the control plane is unknown', async () => {
  const { recorded, recordAt, state } = await history();
  await recordAt(start, reported(start));
  state.observed = undefined;
  await recorded.record(later(60));
  expect(await recorded.of('apps')).toHaveLength(1);
});

it('forgets old changes, but not the last one, and app clusters that are gone', async () => {
  const { recorded, recordAt, state } = await history();
  await recordAt(start, undefined);
  await recordAt(later(1), reported(later(1)));
  await recorded.removeOld(later(91 * day));
  expect(await recorded.of('apps')).toMatchObject([{ state: 'Healthy' }]);
  state.observed = undefined;
  await recorded.removeOld(later(92 * day));
  expect(await recorded.of('apps')).toHaveLength(1);
  state.observed = [];
  await recorded.removeOld(later(92 * day));
  expect(await recorded.of('apps')).toEqual([]);
});
