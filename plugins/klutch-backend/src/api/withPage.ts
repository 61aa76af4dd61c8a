/** The page that a list returns without parameters: express-openapi-validator sets defaults, other callers do not. */

/** Rows of a page by default, as in the REST document. */
const DEFAULT_LIMIT = 100;

/** Adds the defaults of the REST document to a query. */
export const withPage = <
  Q extends { limit?: number; offset?: number; sort?: string },
  S extends NonNullable<Q['sort']>,
>(
  query: Q,
  sort: S,
): Q & { limit: number; offset: number; sort: NonNullable<Q['sort']> } => ({
  ...query,
  limit: query.limit ?? DEFAULT_LIMIT,
  offset: query.offset ?? 0,
  sort: query.sort ?? sort,
});
