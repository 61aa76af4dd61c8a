import { QueryClient } from '@tanstack/react-query';
import { appCluster, claim, postgresql } from '../__testUtils__/fixtures';
import type { Claim, ClaimType } from '../api/types';
import { addToLists } from './addToLists';
import { queryKeys, type ClaimQuery } from '../api/queryKeys';

const listed = claim('instance', 'billing-db');

/** Names and total of a cached list of this query after the claim was added to the lists. */
function listWith(query: ClaimQuery, added: Claim, items: Claim[] = [listed]) {
  const client = new QueryClient();
  const key = queryKeys.claims(query);
  const clusters = [appCluster()];
  client.setQueryData(key, { items, total: items.length, clusters });
  addToLists(client, added);
  const list = client.getQueryData<{ items: Claim[]; total: number }>(key);
  return [list?.items.map(({ name }) => name), list?.total];
}

describe('addToLists', () => {
  it.each(['name', '-name', 'state', '-created'] as const)(
    'shows a new instance first in the list sorted by %s',
    sort => {
      const query = { type: 'instance', sort, limit: 50 } as const;
      expect(listWith(query, claim('instance', 'orders-db'))).toEqual([
        ['orders-db', 'billing-db'],
        2,
      ]);
    },
  );

  it.each<ClaimType>(['binding', 'backup', 'restore'])(
    'shows a new %s first on the page of its instance, and not elsewhere',
    type => {
      const old = claim(type, 'old');
      const added = claim(type, 'new');
      const page = {
        type,
        cluster: 'apps-dev',
        namespace: 'team-a',
        instance: 'orders-db',
        instanceResource: postgresql,
        sort: '-created',
        limit: 1_000,
      } as const;
      expect(listWith(page, added, [old])).toEqual([['new', 'old'], 2]);
      expect(
        listWith({ ...page, instance: 'billing-db' }, added, [old]),
      ).toEqual([['old'], 1]);
    },
  );

  it('leaves pages after the first, searches, other types and listed claims as they are', () => {
    const added = claim('instance', 'orders-db');
    const unchanged = [['billing-db'], 1];
    expect(listWith({ cursor: '50' }, added)).toEqual(unchanged);
    expect(listWith({ search: 'orders' }, added)).toEqual(unchanged);
    expect(listWith({ type: 'backup' }, added)).toEqual(unchanged);
    expect(listWith({ withoutInstance: true }, added)).toEqual(unchanged);
    expect(listWith({}, listed)).toEqual(unchanged);
  });
});
