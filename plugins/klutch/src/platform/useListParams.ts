/** Filter and order of a list in the URL, and its page. */
import { useState } from 'react';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { pageSize } from '../shared/pageSize';

/** Order of a table. */
interface Order<Column extends string> {
  column: Column;
  isReversed: boolean;
  onSort: (column: Column) => void;
}

/** What the components of a list share. */
export interface ListParams {
  /** Values of the filters, among them `search`; empty for those that are not set. */
  filter: Record<string, string>;
  /** Whether a filter is set. */
  isFiltered: boolean;
  /** Changes filters, and goes to the first page. */
  change: (values: Record<string, string>) => void;
  /** The first page is 0. */
  page: number;
  goTo: (page: number) => void;
  /** Parameters of the REST operation. */
  query: Record<string, string | number>;
  /** Order for the table; `initial` is the column that the backend sorts by without a parameter. */
  order: <Column extends string>(initial: Column) => Order<Column>;
}

/** @param sort - a column; with a minus sign if it is reversed */
function orderOf<Column extends string>(
  sort: string,
  initial: Column,
  change: (sort: string) => void,
): Order<Column> {
  const column = (sort.replace(/^-/, '') || initial) as Column;
  const isReversed = sort.startsWith('-');
  return {
    column,
    isReversed,
    // A second click reverses.
    onSort: chosen =>
      change(chosen === column && !isReversed ? `-${chosen}` : chosen),
  };
}

/** @param filters - names of filters in the URL and of the operation's parameters, besides `search` */
export function useListParams(filters: readonly string[]): ListParams {
  const [params, change] = useSearchFilter<string>([
    ...filters,
    'search',
    'sort',
  ]);
  const { sort = '', ...filter } = params;
  // A page belongs to the list that it was opened in.
  const listKey = JSON.stringify(params);
  const [opened, setOpened] = useState({ listKey, page: 0 });
  const page = opened.listKey === listKey ? opened.page : 0;
  const set = Object.entries(params).filter(([, value]) => value);
  return {
    filter,
    isFiltered: Object.values(filter).some(Boolean),
    change,
    page,
    goTo: chosen => setOpened({ listKey, page: chosen }),
    query: {
      ...Object.fromEntries(set),
      limit: pageSize,
      offset: page * pageSize,
    },
    order: initial =>
      orderOf(sort, initial, chosen => change({ sort: chosen })),
  };
}
