/** What a crash may fall into. */
import type { CrashWorld } from './CrashWorld';

/** One change, and how all is in the end. Names differ from case to case. */
export interface Scenario {
  /** Writes of which each must have been crashed at. */
  writes: string[];
  /** Before the konnector may crash. */
  prepare?: (on: CrashWorld, name: string) => Promise<unknown>;
  act: (on: CrashWorld, name: string) => Promise<unknown>;
  /** All is as it should be in the end. May ask for what does not exist yet. */
  done: (on: CrashWorld, name: string, crashed: boolean) => Promise<unknown>;
  /** After each case. */
  restore?: (on: CrashWorld) => Promise<unknown>;
}
