// Waits until there are no more writes on either cluster.
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { untilUnchanged } from '../harness/untilUnchanged';
import { readWrites, WriteCounts, writesBetween } from '../harness/writeCounts';

/** The write counts of both clusters at one moment. */
export interface BothCounts {
  app: WriteCounts;
  control: WriteCounts;
}

const readBoth = async ({
  app,
  control,
}: KonnectorEnvironment): Promise<BothCounts> => ({
  app: await readWrites(app),
  control: await readWrites(control),
});

/** The writes between two counts, by cluster and resource. */
export const writesOnBoth = (
  before: BothCounts,
  after: BothCounts,
): [what: string, writes: number][] =>
  (['app', 'control'] as const).flatMap(side =>
    Object.entries(writesBetween(before[side], after[side])).map(
      ([what, count]): [string, number] => [`${what} (${side})`, count],
    ),
  );

/** Resolves with the counts when there were no new writes for two seconds. */
export const waitForIdle = (
  environment: KonnectorEnvironment,
  signal: AbortSignal,
): Promise<BothCounts> =>
  untilUnchanged(
    () => readBoth(environment),
    (before, after) => writesOnBoth(before, after).length === 0,
    signal,
  );
