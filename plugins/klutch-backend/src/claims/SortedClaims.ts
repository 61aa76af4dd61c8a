/** Remembers the orders of the rows of all claims: all open pages ask again after each change. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { placing, placeClaims } from './claimSort';
import type { ClaimSort, Place, PlacedClaim } from './claimSort';

type Claim = Schemas['Claim'];

/** The index of the first of the sorted rows that is not before a place. */
function indexOf(
  place: Place,
  sorted: readonly PlacedClaim[],
  compare: (a: Place, b: Place) => number,
): number {
  let [start, end] = [0, sorted.length];
  while (start < end) {
    const middle = (start + end) >>> 1;
    const other = sorted[middle]?.place;
    if (other && compare(other, place) < 0) start = middle + 1;
    else end = middle;
  }
  return start;
}

/** The rows in an order: few differ from those that were sorted before, and only these are placed anew. */
function placeAgain(
  rows: readonly Claim[],
  former: readonly PlacedClaim[],
  sort: ClaimSort,
): PlacedClaim[] {
  const { compare } = placing(sort);
  const others = new Set(rows);
  const kept = former.filter(({ claim }) => others.delete(claim));
  const parts: PlacedClaim[][] = [];
  let end = 0;
  for (const placed of placeClaims([...others], sort)) {
    const start = end;
    end = indexOf(placed.place, kept, compare);
    parts.push(kept.slice(start, end), [placed]);
  }
  return [...parts, kept.slice(end)].flat();
}

/** The rows of one version of the index in an order. */
interface Order {
  rows: readonly Claim[];
  placed: readonly PlacedClaim[];
  sorted: readonly Claim[];
}

/** The sorted rows of the last version of the index, each order once. */
export class SortedClaims {
  readonly #orders = new Map<ClaimSort, Order>();

  /** @param rows - of the index, whose array is another one in each version, with the same objects for what is unchanged */
  of(rows: readonly Claim[], sort: ClaimSort = 'where'): readonly Claim[] {
    const former = this.#orders.get(sort);
    if (former?.rows === rows) return former.sorted;
    const placed = placeAgain(rows, former?.placed ?? [], sort);
    const sorted = placed.map(({ claim }) => claim);
    this.#orders.set(sort, { rows, placed, sorted });
    return sorted;
  }
}
