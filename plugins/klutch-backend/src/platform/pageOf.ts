/** Filters, order and pages of the lists of the platform pages. Pure functions. */

/** Which rows of a list. */
export interface PageQuery {
  /** At most this many rows. */
  limit: number;
  /** Rows before the page. */
  offset: number;
}

/** A page of a list. */
export interface Page<T> {
  items: T[];
  /** Rows on all pages. */
  total: number;
}

/** The rows of one page; none beyond the last one. */
export const pageOf = <T>(
  rows: readonly T[],
  { limit, offset }: PageQuery,
): Page<T> => ({
  items: rows.slice(offset, offset + limit),
  total: rows.length,
});

/** Whether all words of a search occur in a row's texts, in any case. */
export function matcherOf(
  search = '',
): (texts: readonly (string | undefined)[]) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return texts => {
    const text = texts.join('\n').toLowerCase();
    return words.every(word => text.includes(word));
  };
}

/**
 * Compares rows by the column of a sort parameter; a minus sign reverses it. Rows that are equal in that column are
 * ordered by `fallback`.
 */
export function orderBy<T, C extends string>(
  sort: C | `-${C}`,
  columns: Record<C, (row: T) => string | number>,
  fallback: (a: T, b: T) => number,
): (a: T, b: T) => number {
  const isReversed = sort.startsWith('-');
  const column = columns[(isReversed ? sort.slice(1) : sort) as C];
  return (a, b) => {
    const [left, right] = [column(a), column(b)];
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : `${left}`.localeCompare(`${right}`);
    return (isReversed ? -order : order) || fallback(a, b);
  };
}
