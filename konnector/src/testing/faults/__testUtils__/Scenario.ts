/** An operation during which the konnector crashes. */
import type { CrashFixture } from './CrashFixture';

/** One operation and its expected result. Names differ from case to case. */
export interface Scenario {
  /** Writes that must each be covered by a crash. */
  writes: string[];
  /** Runs before the konnector may crash. */
  prepare?: (fixture: CrashFixture, name: string) => Promise<unknown>;
  act: (fixture: CrashFixture, name: string) => Promise<unknown>;
  /** Whether the final state is as expected. May read what does not exist yet. */
  done: (
    fixture: CrashFixture,
    name: string,
    crashed: boolean,
  ) => Promise<unknown>;
  /** Runs after each case. */
  restore?: (fixture: CrashFixture) => Promise<unknown>;
}
