/** Remembers the orders of the rows of all claims: all open pages ask again after each change. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { sortClaims, type ClaimSort } from './claimOrder';

type Claims = readonly Schemas['Claim'][];

/**
 * The rows as they were sorted before, then the new ones: few rows differ between two versions, and what is almost
 * sorted is sorted again in a fraction of the time.
 */
function inFormerOrder(rows: Claims, former: Claims): Claims {
  const others = new Set(rows);
  const kept = former.filter(row => others.delete(row));
  return [...kept, ...others];
}

/** The sorted rows of the last version of the index, each order once. */
export class SortedClaims {
  readonly #orders = new Map<ClaimSort, { rows: Claims; sorted: Claims }>();

  /** @param rows - of the index, whose array is another one in each version, with the same objects for what is unchanged */
  of(rows: Claims, sort: ClaimSort = 'where'): Claims {
    const former = this.#orders.get(sort);
    if (former?.rows === rows) return former.sorted;
    const sorted = sortClaims(
      former ? inFormerOrder(rows, former.sorted) : rows,
      sort,
    );
    this.#orders.set(sort, { rows, sorted });
    return sorted;
  }
}
