import {
  bindResources,
  names,
  type APIServiceExport,
  type Condition,
} from '@klutch/bind-api';
import { exportPage, type ExportQuery } from './exportPage';

const condition = (status: Condition['status']): Condition => ({
  type: 'Connected',
  status,
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

/** By number of the API; others are in order. */
const statuses: Record<number, Condition['status']> = {
  3: 'Unknown',
  7: 'False',
};

let reads = 0;
let described = 0;

/** Counts how often its state is looked at, and whether its permission claims become words. */
const apiExport = (cluster: number, api: number): APIServiceExport => {
  const status = statuses[api] ?? 'True';
  return {
    apiVersion: names.apiVersion,
    kind: bindResources.exports.kind,
    metadata: {
      namespace: `cluster-${cluster}`,
      name: `api${api}.example.com`,
    },
    spec: {
      get permissionClaims() {
        described += 1;
        return [];
      },
    } as unknown as APIServiceExport['spec'],
    get status() {
      reads += 1;
      return { conditions: [condition(status)] };
    },
  } as APIServiceExport;
};

const many = (count: number) => Array.from({ length: count }, (_, at) => at);
const exports = many(200).flatMap(cluster =>
  many(20).map(api => apiExport(cluster, api)),
);
const clusters = new Map(
  many(200).map(n => [`cluster-${n}`, { id: `apps-${n}`, title: `Shop ${n}` }]),
);
const page = (
  query: Partial<ExportQuery> = {},
  isReadable: Parameters<typeof exportPage>[3] = () => true,
) =>
  exportPage(
    exports,
    clusters,
    { limit: 100, offset: 0, sort: 'cluster', ...query },
    isReadable,
  );

it('looks once at each of 4000 exports, and describes only those of a small page', () => {
  reads = 0;
  described = 0;
  const { items, total } = page({ sort: 'state' });
  expect(total).toBe(4000);
  expect(items).toHaveLength(100);
  expect(items.every(({ state }) => state === 'Failing')).toBe(true);
  // The views of the page look at their own conditions again.
  expect(reads).toBeLessThanOrEqual(4000 + 3 * 100);
  expect(described).toBe(100);
  expect(JSON.stringify(items).length).toBeLessThan(40_000);
});

it('filters by app cluster, state and words, and goes on where the page before ended', () => {
  expect(page({ cluster: 'apps-17' }).total).toBe(20);
  expect(page({ state: 'Pending' }).total).toBe(200);
  expect(page({ search: 'shop 199 API7' }).items).toMatchObject([
    { cluster: 'apps-199', name: 'api7.example.com', state: 'Failing' },
  ]);
  const first = page({ state: 'Failing', limit: 150 });
  const second = page({ state: 'Failing', limit: 150, offset: 150 });
  expect(second.items).toHaveLength(50);
  const all = [...first.items, ...second.items];
  expect(new Set(all.map(({ cluster }) => cluster)).size).toBe(200);
});

it('neither shows nor counts what the user may not see', () => {
  const own = page({}, ({ cluster }) => cluster === 'apps-5');
  expect(own.total).toBe(20);
});
