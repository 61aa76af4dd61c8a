/** The error of a store that cannot read or write at present. */

/** For operators; never contains stored values or the query. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
