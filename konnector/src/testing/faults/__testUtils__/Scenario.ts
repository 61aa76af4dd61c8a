/** What a crash may fall into. */
import type { CrashFixture } from './CrashFixture';

/** One change, and how all is in the end. Names differ from case to case. */
export interface Scenario {
  /** Writes of which each must have been crashed at. */
  writes: string[];
  /** Before the konnector may crash. */
  prepare?: (fixture: CrashFixture, name: string) => Promise<unknown>;
  act: (fixture: CrashFixture, name: string) => Promise<unknown>;
  /** All is as it should be in the end. May ask for what does not exist yet. */
  done: (
    fixture: CrashFixture,
    name: string,
    crashed: boolean,
  ) => Promise<unknown>;
  /** After each case. */
  restore?: (fixture: CrashFixture) => Promise<unknown>;
}
