import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { appClusterPage, type AppClusterQuery } from './appClusterSummaries';

type Summary = Schemas['AppClusterSummary'];

const summary = (at: number): Summary => ({
  id: `apps-${at}`,
  title: `Shop ${String(at).padStart(3, '0')}`,
  connection: 'konnector',
  reachability: { reachable: true },
  health: at % 50 === 7 ? 'Failing' : 'Healthy',
  healthText: '',
  konnectorVersion: at === 9 ? 'v0.0.9' : 'v0.1.0',
  apis: 20,
  apisNotReady: 0,
  unansweredClaims: 0,
});

const summaries = Array.from({ length: 200 }, (_, at) => summary(at));
const page = (
  query: Partial<AppClusterQuery> = {},
  isReadable: (id: string) => boolean = () => true,
) =>
  appClusterPage(
    summaries,
    { limit: 50, offset: 0, sort: 'name', ...query },
    isReadable,
  );
const ids = ({ items }: { items: Summary[] }) => items.map(({ id }) => id);

it('gives one page of 200 app clusters, those that need attention first', () => {
  const first = page({ sort: 'health' });
  expect(first.total).toBe(200);
  expect(first.items).toHaveLength(50);
  expect(ids(first).slice(0, 5)).toEqual([
    'apps-7',
    'apps-57',
    'apps-107',
    'apps-157',
    'apps-0',
  ]);
  expect(ids(page({ sort: '-name', limit: 1 }))).toEqual(['apps-199']);
  expect(ids(page({ offset: 199 }))).toEqual(['apps-199']);
});

it('filters by health and words, also of the konnector’s version', () => {
  expect(page({ health: 'Failing' }).total).toBe(4);
  expect(ids(page({ search: 'shop V0.0.9' }))).toEqual(['apps-9']);
});

it('neither shows nor counts what the user may not see', () => {
  expect(page({}, id => id === 'apps-3')).toMatchObject({
    total: 1,
    items: [{ id: 'apps-3' }],
  });
});
