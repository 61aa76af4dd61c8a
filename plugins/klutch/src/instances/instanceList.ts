/** Filters, order and pages of the list of instances, as they stand in the URL. */
import type { ClaimSort, ClaimState } from '../api/types';
import type { ClaimQuery } from '../api/queryKeys';
import { pageSize } from '../shared/pageSize';
import { isClaimState } from '../shared/StateLabel';

/** Filters with a list of values. */
export const choiceFilters = [
  'cluster',
  'namespace',
  'service',
  'state',
  'owner',
] as const;
export type ChoiceFilter = (typeof choiceFilters)[number];

export const instanceFilters = ['search', ...choiceFilters] as const;
export type InstanceFilter = Record<(typeof instanceFilters)[number], string>;

/** Columns of the table, and the names by which the backend sorts them. */
export const columns = {
  name: 'name',
  service: 'service',
  plan: 'plan',
  where: 'where',
  state: 'state',
  lastBackup: 'lastBackup',
  owner: 'owner',
  age: 'created',
} as const;
export type Column = keyof typeof columns;

/** Order of a column; ascending unless it is reversed. */
export interface Order {
  column: Column;
  isReversed: boolean;
}

const isColumn = (name: string): name is Column => Object.hasOwn(columns, name);

/** Reads the order from the URL; by name where there is none. */
export function parseOrder(text: string): Order {
  const column = text.replace(/^-/, '');
  return {
    column: isColumn(column) ? column : 'name',
    isReversed: text.startsWith('-'),
  };
}

/** As {@link parseOrder} reads it; empty for the order by name. */
export function formatOrder({ column, isReversed }: Order): string {
  const text = `${isReversed ? '-' : ''}${column}`;
  return text === 'name' ? '' : text;
}

/** The order after a click on a column's title: a second click reverses it. */
export const nextOrder = (order: Order, column: Column): Order => ({
  column,
  isReversed: order.column === column && !order.isReversed,
});

const MAX_SEARCH_LENGTH = 200;

/** A filter of the URL, which may be mistyped, without what the backend would refuse. */
export const readFilter = (filter: InstanceFilter): InstanceFilter => ({
  ...filter,
  search: filter.search.slice(0, MAX_SEARCH_LENGTH),
  state: isClaimState(filter.state) ? filter.state : '',
});

/** The query of a page of instances. */
export function instanceQuery(
  filter: InstanceFilter,
  { column, isReversed }: Order,
  cursor: string | undefined,
): ClaimQuery {
  const { search, cluster, namespace, service, state, owner } = filter;
  const sort: ClaimSort = `${isReversed ? '-' : ''}${columns[column]}`;
  return {
    type: 'instance',
    ...(search && { search }),
    ...(cluster && { cluster }),
    ...(namespace && { namespace }),
    ...(service && { resource: service }),
    ...(state && { state: state as ClaimState }),
    ...(owner && { owner }),
    sort,
    limit: pageSize,
    ...(cursor && { cursor }),
    facets: true,
    may: true,
  };
}
