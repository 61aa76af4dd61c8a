/** How often something was refused, or failed, in a row, and when to try it again. Pure. */

/** The last attempt of a row. */
export interface Attempts {
  /** From 1. */
  inARow: number;
  /** The next one is not due before; milliseconds. */
  until: number;
}

/** Rights in a new service namespace may be some moments late: quick at first, then slow. Milliseconds. */
const quick = [100, 200, 400, 800, 1_600, 3_200] as const;
const slowMs = 60_000;

/** One more has been of no use. @param before - undefined: it is the first. */
export function oneMore(before: Attempts | undefined, nowMs: number): Attempts {
  const inARow = (before?.inARow ?? 0) + 1;
  return { inARow, until: nowMs + (quick[inARow - 1] ?? slowMs) };
}

/** Whether it has been so for long enough that a person is told. */
export const isLasting = ({ inARow }: Attempts): boolean =>
  inARow >= quick.length;
