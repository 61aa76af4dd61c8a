/** How often something was refused, or failed, in a row, and when to try it again. Pure. */

/** A row of attempts that were of no use. */
export interface Attempts {
  /** From 1. */
  inARow: number;
}

/** The same, for who may be asked again before the next one is due. */
export interface TimedAttempts extends Attempts {
  /** The next one is not due before; milliseconds. */
  until: number;
}

/** Rights in a new service namespace may be some moments late: quick at first, then slow. Milliseconds. */
const quick = [100, 200, 400, 800, 1_600, 3_200] as const;
const slowMs = 60_000;

/** One more has been of no use. @param before - undefined: it is the first. */
export const oneMore = (before: Attempts | undefined): Attempts => ({
  inARow: (before?.inARow ?? 0) + 1,
});

/** How long to wait after the last one; milliseconds. */
export const waitAfter = ({ inARow }: Attempts): number =>
  quick[inARow - 1] ?? slowMs;

/** One more has been of no use, now. @param before - undefined: it is the first. */
export function oneMoreAt(
  before: Attempts | undefined,
  nowMs: number,
): TimedAttempts {
  const attempts = oneMore(before);
  return { ...attempts, until: nowMs + waitAfter(attempts) };
}

/** Whether it has been so for long enough that a person is told. */
export const isLasting = ({ inARow }: Attempts): boolean =>
  inARow >= quick.length;
