/** Lets the backend crash at one write of a scenario after the other. */
import { eventually } from '../../__testUtils__/controlPlane';
import type { Crash } from '../CrashPoint';
import type { CrashWorld } from './CrashWorld';

/** One change, and how all is in the end. Names differ from case to case. */
export interface Scenario {
  /** Writes of which each must have been crashed at. */
  writes: string[];
  /** Before the backend may crash. */
  prepare?: (on: CrashWorld, name: string) => Promise<unknown>;
  act: (on: CrashWorld, name: string) => Promise<unknown>;
  /** Whoever acts does it once more when the backend crashed. */
  isRepeated?: boolean;
  /** All is as it should be in the end. */
  done: (on: CrashWorld, name: string) => Promise<unknown>;
  /** After each case. */
  restore?: (on: CrashWorld, name: string) => Promise<unknown>;
}

/** @returns at which write it has crashed. Undefined: there are fewer. */
const survives = async (
  on: CrashWorld,
  scenario: Scenario,
  name: string,
  crash: Crash,
  what?: string,
): Promise<string | undefined> => {
  await scenario.prepare?.(on, name);
  on.arm(crash, name, what);
  await on.unlessCrashed(scenario.act(on, name));
  await eventually(
    `the crash, or that ${name} is done`,
    async () => on.crashedAt ?? scenario.done(on, name),
    30_000,
  );
  const crashedAt = await on.takeOver();
  if (crashedAt && scenario.isRepeated) await scenario.act(on, name);
  await eventually(
    `${name} is as it should be`,
    () => scenario.done(on, name),
    40_000,
  );
  await scenario.restore?.(on, name);
  return crashedAt;
};

/**
 * Crashes at one write after the other, until there are no more. Controllers work side by side, so the order differs from
 * time to time: what was missed is taken one by one.
 * @param stem - begins the names of the cases.
 * @returns the writes at which it has crashed.
 */
export const crashAtEach = async (
  on: CrashWorld,
  stem: string,
  scenario: Scenario,
  when: Crash['when'],
): Promise<string[]> => {
  const points: string[] = [];
  for (let write = 1; ; write += 1) {
    const number = String(write).padStart(2, '0');
    const name = `${stem}-${when}-${number}`;
    const crashedAt = await survives(on, scenario, name, { write, when });
    if (!crashedAt) break;
    points.push(crashedAt);
  }
  const missed = scenario.writes.filter(what => !points.includes(what));
  for (const [index, what] of missed.entries()) {
    const name = `${stem}-${when}-missed-${index}`;
    const crash = { write: 1, when };
    const crashedAt = await survives(on, scenario, name, crash, what);
    if (crashedAt) points.push(crashedAt);
  }
  return points;
};
