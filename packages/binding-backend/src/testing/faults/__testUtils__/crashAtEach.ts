/** Crashes the backend at each write of a scenario, one after the other. */
import { eventually } from '../../__testUtils__/controlPlane';
import type { Crash, Write } from '../CrashPoint';
import type { CrashFixture } from './CrashFixture';

/** One change, and its expected final state. Names differ between test cases. */
export interface Scenario {
  /** Writes that each have to be covered by a crash. */
  writes: string[];
  /** Which writes of a test case count. Default: all. */
  counts?: (write: Write) => boolean;
  /** Runs before the backend may crash. */
  prepare?: (on: CrashFixture, name: string) => Promise<unknown>;
  act: (on: CrashFixture, name: string) => Promise<unknown>;
  /** Whether the caller repeats the call after a crash. */
  isRepeated?: boolean;
  /** Whether the final state is reached. */
  done: (on: CrashFixture, name: string) => Promise<unknown>;
  /**
   * The final state takes long: the next test case starts before, and the final states are checked after the last
   * crash.
   */
  isSlow?: boolean;
  /** Runs after each test case. */
  restore?: (on: CrashFixture, name: string) => Promise<unknown>;
}

/** One test case. */
interface Case {
  name: string;
  crash: Crash;
  counts: (write: Write) => boolean;
}

/**
 * @returns the write at which the backend crashed, undefined when there are fewer writes; and a promise of the final
 * state
 */
const runCase = async (
  on: CrashFixture,
  scenario: Scenario,
  { name, crash, counts }: Case,
) => {
  await scenario.prepare?.(on, name);
  on.arm(crash, name, counts);
  await on.waitUnlessCrashed(scenario.act(on, name));
  await eventually(
    `the crash, or the end of ${name}`,
    async () => on.crashedAt ?? scenario.done(on, name),
    30_000,
  );
  const crashedAt = await on.restartIfCrashed();
  if (crashedAt && scenario.isRepeated) await scenario.act(on, name);
  const end = async () => {
    await eventually(
      `${name} reaches its final state`,
      () => scenario.done(on, name),
      40_000,
    );
    await scenario.restore?.(on, name);
  };
  if (!scenario.isSlow) await end();
  return { crashedAt, end };
};

/**
 * Crashes at one write after the other, until there are no more. Controllers run concurrently, so the order of writes
 * varies: missed writes are repeated one by one.
 * @param stem - prefix of the names of the test cases
 * @returns the writes at which the backend crashed
 */
export const crashAtEach = async (
  on: CrashFixture,
  stem: string,
  scenario: Scenario,
  when: Crash['when'],
): Promise<string[]> => {
  const points: string[] = [];
  const ends: (() => Promise<void>)[] = [];
  const take = async (
    number: string,
    write: number,
    counts: (write: Write) => boolean,
  ) => {
    const name = `${stem}-${when}-${number}`;
    const one = { name, crash: { write, when }, counts };
    const { crashedAt, end } = await runCase(on, scenario, one);
    if (scenario.isSlow) ends.push(end);
    if (crashedAt) points.push(crashedAt);
    return crashedAt;
  };

  const { counts = () => true } = scenario;
  let write = 1;
  while (await take(String(write).padStart(2, '0'), write, counts)) write += 1;
  const missed = scenario.writes.filter(what => !points.includes(what));
  for (const [index, what] of missed.entries()) {
    await take(`missed-${index}`, 1, one => one.what === what);
  }
  await Promise.all(ends.map(end => end()));
  return points;
};
