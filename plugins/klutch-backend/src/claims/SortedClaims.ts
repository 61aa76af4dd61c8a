/** Remembers the orders of the rows of all claims: all open pages ask again after each change. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { sortClaims, type ClaimSort } from './claimOrder';

type Claims = readonly Schemas['Claim'][];

/** The sorted rows of one version of the index, each order once. */
export class SortedClaims {
  #rows?: Claims;
  readonly #sorted = new Map<ClaimSort, Claims>();

  /** @param rows - of the index, whose array is another one in each version */
  of(rows: Claims, sort: ClaimSort = 'where'): Claims {
    if (rows !== this.#rows) {
      this.#rows = rows;
      this.#sorted.clear();
    }
    const sorted = this.#sorted.get(sort) ?? sortClaims(rows, sort);
    this.#sorted.set(sort, sorted);
    return sorted;
  }
}
