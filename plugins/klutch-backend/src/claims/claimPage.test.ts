import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { placeClaims } from './claimSort';
import { claimPage, type ClaimQuery } from './claimPage';

const claim = (
  name: string,
  change: Partial<Schemas['Claim']> = {},
): Schemas['Claim'] => ({
  cluster: 'apps-dev',
  clusterTitle: change.cluster ?? 'apps-dev',
  namespace: 'team-a',
  resource: 'sqls.g.io',
  kind: 'Sql',
  type: 'instance',
  name,
  uid: name,
  state: 'Ready',
  stateText: 'Ready',
  createdAt: '2026-01-01T00:00:00Z',
  deleting: false,
  protected: false,
  ...change,
});

const rows = [
  claim('c', { state: 'Failed', plan: 'big', owner: 'user:default/alice' }),
  claim('a', { cluster: 'apps-prod', serviceTitle: 'PostgreSQL' }),
  claim('b', { namespace: 'team-b', createdAt: '2026-02-01T00:00:00Z' }),
  claim('d', { resource: 'caches.g.io', serviceTitle: 'Key-value' }),
];

/** A page of rows that are sorted first, as the reader does. */
const pageOf = (all: Schemas['Claim'][], query: ClaimQuery) =>
  claimPage(
    placeClaims(all, query.sort).map(placed => placed.claim),
    query,
  );

const namesOf = (query: ClaimQuery) =>
  pageOf(rows, query).items.map(({ name }) => name);

it('orders by app cluster, namespace and name by default', () => {
  expect(namesOf({})).toEqual(['c', 'd', 'b', 'a']);
});

it.each<[NonNullable<ClaimQuery['sort']>, string[]]>([
  ['name', ['a', 'b', 'c', 'd']],
  ['-name', ['d', 'c', 'b', 'a']],
  ['state', ['c', 'd', 'b', 'a']],
  ['-created', ['b', 'c', 'd', 'a']],
  ['-plan', ['c', 'd', 'b', 'a']],
  ['-owner', ['c', 'd', 'b', 'a']],
])('sorts by %s', (sort, expected) => {
  expect(namesOf({ sort })).toEqual(expected);
});

it('knows app clusters by their titles', () => {
  const titled = [
    claim('x', { cluster: '1', clusterTitle: 'Staging' }),
    claim('y', { cluster: '2', clusterTitle: 'dev' }),
  ];
  const { items, facets } = pageOf(titled, { sort: 'where', facets: true });
  expect(items.map(({ name }) => name)).toEqual(['y', 'x']);
  expect(facets?.cluster).toEqual([
    { value: '2', title: 'dev', count: 1 },
    { value: '1', title: 'Staging', count: 1 },
  ]);
  const found = pageOf(titled, { search: 'staging' }).items;
  expect(found.map(({ name }) => name)).toEqual(['x']);
});

it.each<[ClaimQuery, string[]]>([
  [{ cluster: 'apps-prod' }, ['a']],
  [{ namespace: 'team-b' }, ['b']],
  [{ resource: 'caches.g.io' }, ['d']],
  [{ state: 'Failed' }, ['c']],
  [{ owner: 'user:default/alice' }, ['c']],
  [{ name: 'c' }, ['c']],
  [{ search: 'KEY' }, ['d']],
  [{ search: 'alice big' }, ['c']],
  [{ search: 'alice small' }, []],
  [{ type: 'backup' }, []],
  [{ cluster: 'apps-prod', namespace: 'team-b' }, []],
])('filters by %j', (query, expected) => {
  expect(namesOf(query)).toEqual(expected);
});

it('selects the claims of an instance, and of one of its API', () => {
  const related = [
    claim('of-sql', { instanceRef: 'x', instanceResource: 'sqls.g.io' }),
    claim('of-cache', { instanceRef: 'x', instanceResource: 'caches.g.io' }),
    claim('of-other', { instanceRef: 'y', instanceResource: 'sqls.g.io' }),
  ];
  const select = (query: ClaimQuery) =>
    pageOf(related, query).items.map(({ name }) => name);
  expect(select({ instance: 'x' })).toEqual(['of-cache', 'of-sql']);
  expect(select({ instance: 'x', instanceResource: 'sqls.g.io' })).toEqual([
    'of-sql',
  ]);
});

describe('pages', () => {
  const many = Array.from({ length: 25 }, (_, i) =>
    claim(`db-${i}`, { plan: i % 2 ? 'big' : 'small' }),
  );

  it.each<NonNullable<ClaimQuery['sort']>>(['where', 'plan', '-plan'])(
    'together hold each row once, by %s',
    sort => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = pageOf(many, { sort, limit: 10, cursor });
        expect(page.total).toBe(25);
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toHaveLength(25);
      expect(new Set(seen).size).toBe(25);
    },
  );

  it('continue after their last row, also when that row is gone', () => {
    const first = pageOf(many, { sort: 'name', limit: 10 });
    const last = first.items.at(-1);
    const rest = pageOf(
      many.filter(row => row !== last),
      { sort: 'name', limit: 10, cursor: first.nextCursor },
    );
    const next = pageOf(many, {
      sort: 'name',
      limit: 10,
      cursor: first.nextCursor,
    });
    expect(rest.items).toEqual(next.items);
  });

  it('hold no more rows than there are', () => {
    expect(pageOf(many, { limit: 25 }).nextCursor).toBeUndefined();
    expect(pageOf([], {})).toEqual({ items: [], total: 0 });
  });

  it.each(['', 'x', 'e30', 'W10'])('refuse the cursor "%s"', cursor => {
    expect(() => pageOf(many, { cursor })).toThrow('cursor is not valid');
  });
});

describe('facets', () => {
  it('count the rows that satisfy all other filters', () => {
    const { facets } = pageOf(rows, {
      facets: true,
      cluster: 'apps-dev',
      namespace: 'team-a',
    });
    expect(facets).toEqual({
      cluster: [
        { value: 'apps-dev', title: 'apps-dev', count: 2 },
        { value: 'apps-prod', title: 'apps-prod', count: 1 },
      ],
      namespace: [
        { value: 'team-a', count: 2 },
        { value: 'team-b', count: 1 },
      ],
      resource: [
        { value: 'caches.g.io', title: 'Key-value', count: 1 },
        { value: 'sqls.g.io', count: 1 },
      ],
      state: [
        { value: 'Failed', count: 1 },
        { value: 'Ready', count: 1 },
      ],
      owner: [{ value: 'user:default/alice', count: 1 }],
    });
  });

  it('are counted on request only', () => {
    expect(pageOf(rows, {})).not.toHaveProperty('facets');
  });
});
