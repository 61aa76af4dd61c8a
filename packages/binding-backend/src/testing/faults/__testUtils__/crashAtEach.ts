/** Lets the backend crash at one write of a scenario after the other. */
import { eventually } from '../../__testUtils__/controlPlane';
import type { Crash, Write } from '../CrashPoint';
import type { CrashFixture } from './CrashFixture';

/** One change, and how all is in the end. Names differ from case to case. */
export interface Scenario {
  /** Writes of which each must have been crashed at. */
  writes: string[];
  /** Which writes of a case count. Default: all. */
  counts?: (write: Write) => boolean;
  /** Before the backend may crash. */
  prepare?: (on: CrashFixture, name: string) => Promise<unknown>;
  act: (on: CrashFixture, name: string) => Promise<unknown>;
  /** Whoever acts does it once more when the backend crashed. */
  isRepeated?: boolean;
  /** All is as it should be in the end. */
  done: (on: CrashFixture, name: string) => Promise<unknown>;
  /** The end takes long: the next case begins before it, and that of all is seen when the last one has crashed. */
  isSlow?: boolean;
  /** After each case. */
  restore?: (on: CrashFixture, name: string) => Promise<unknown>;
}

/** One case. */
interface Case {
  name: string;
  crash: Crash;
  counts: (write: Write) => boolean;
}

/** @returns at which write it has crashed; undefined: there are fewer. And what waits for its end. */
const runCase = async (
  on: CrashFixture,
  scenario: Scenario,
  { name, crash, counts }: Case,
) => {
  await scenario.prepare?.(on, name);
  on.arm(crash, name, counts);
  await on.waitUnlessCrashed(scenario.act(on, name));
  await eventually(
    `the crash, or that ${name} is done`,
    async () => on.crashedAt ?? scenario.done(on, name),
    30_000,
  );
  const crashedAt = await on.restartIfCrashed();
  if (crashedAt && scenario.isRepeated) await scenario.act(on, name);
  const end = async () => {
    await eventually(
      `${name} is as it should be`,
      () => scenario.done(on, name),
      40_000,
    );
    await scenario.restore?.(on, name);
  };
  if (!scenario.isSlow) await end();
  return { crashedAt, end };
};

/**
 * Crashes at one write after the other, until there are no more. Controllers work side by side, so the order differs from
 * time to time: what was missed is taken one by one.
 * @param stem - begins the names of the cases.
 * @returns the writes at which it has crashed.
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
