/** Crashes the konnector at each write of a scenario in turn. */
import { isNotFound } from '@klutch/kube';
import { eventually } from '../../__testUtils__/clusterSetup';
import { formatWrite, type CrashFixture } from './CrashFixture';
import type { Scenario } from './Scenario';

/** Crash at the n-th write, of all writes or of one kind. */
interface Crash {
  write: number;
  when: 'before' | 'after';
  kind?: string;
}

const done =
  (fixture: CrashFixture, scenario: Scenario, name: string, crashed: boolean) =>
  async () => {
    try {
      return await scenario.done(fixture, name, crashed);
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  };

/** @returns the write of the crash. Undefined: there are fewer writes. */
async function runWithCrash(
  fixture: CrashFixture,
  scenario: Scenario,
  { write, when, kind }: Crash,
  name: string,
): Promise<string | undefined> {
  await scenario.prepare?.(fixture, name);
  fixture.arm(write, when, kind);
  await scenario.act(fixture, name);
  await fixture.waitForCrashOr(
    `${name} is done`,
    done(fixture, scenario, name, false),
  );
  if (!fixture.crashed && !scenario.restore)
    await fixture.waitForCrashOrDrained();
  const crashedAt = await fixture.failOver();
  await eventually(
    `${name} is as expected`,
    done(fixture, scenario, name, crashedAt !== undefined),
    40_000,
  );
  await scenario.restore?.(fixture);
  return crashedAt && formatWrite(crashedAt);
}

/**
 * Crashes at one write after the other, until there are no more. The order of
 * writes varies, so missed kinds are repeated one by one.
 * @param what - name of the scenario.
 * @returns the writes at which it has crashed.
 */
export async function crashAtEach(
  fixture: CrashFixture,
  what: string,
  scenario: Scenario,
  when: 'before' | 'after',
): Promise<string[]> {
  const points: string[] = [];
  const stem = `${what.replaceAll(' ', '-').toLowerCase()}-${when}`;
  for (let write = 1; ; write += 1) {
    const crash = { write, when };
    const crashedAt = await runWithCrash(
      fixture,
      scenario,
      crash,
      `${stem}-${write}`,
    );
    if (!crashedAt) break;
    points.push(crashedAt);
  }
  const missed = scenario.writes.filter(kind => !points.includes(kind));
  for (const [index, kind] of missed.entries()) {
    const name = `${stem}-missed-${index}`;
    const crash = { write: 1, when, kind };
    const crashedAt = await runWithCrash(fixture, scenario, crash, name);
    if (crashedAt) points.push(crashedAt);
  }
  return points;
}
