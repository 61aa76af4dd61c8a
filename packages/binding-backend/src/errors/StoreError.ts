/** The error of a store that cannot keep or find anything now. */

/** For operators; never holds what is kept, nor the query. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
