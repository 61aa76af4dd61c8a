// Measures two implementations in turns, so that changes of the machine affect both.

/** Measures one run. */
export type Measure = (round: number) => Promise<number>;

/**
 * Runs both `repeats` times after `warmUps` rounds that are not counted (compilers and caches warm up; default 1).
 * The order alternates from round to round.
 */
export async function interleaved(
  repeats: number,
  ours: Measure,
  bare: Measure,
  warmUps = 1,
): Promise<{ ours: number[]; bare: number[] }> {
  const measured = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < warmUps + repeats; round += 1) {
    const order =
      round % 2 === 0
        ? (['ours', 'bare'] as const)
        : (['bare', 'ours'] as const);
    for (const who of order) {
      const value = await (who === 'ours' ? ours : bare)(round);
      if (round >= warmUps) measured[who].push(value);
    }
  }
  return measured;
}

/** Does the work `count` times, `concurrency` at a time. Stops at the first failure. */
export async function inParallel(
  concurrency: number,
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      try {
        await work(index);
      } catch (error) {
        next = count;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Duration of the work in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
