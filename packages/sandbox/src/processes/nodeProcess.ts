/** Runs one of our own programs from source as a supervised process, and starts it again when it ends by itself. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startProcess,
  type ProcessHandle,
  type ProcessOptions,
} from '@klutch/local-clusters';
import { repository } from '../layout';

/** A program that is kept running. */
export interface KeptProcess {
  /** Pid of the present run. */
  readonly pid: number;
  readonly logFile: string;
  /** Stops it for good. */
  stop(): Promise<void>;
}

/** How a program is kept running. */
export interface KeptProcessOptions extends Pick<
  ProcessOptions,
  'name' | 'env' | 'logFile' | 'ready' | 'readyTimeoutMs' | 'signal'
> {
  /** Arguments of `node`, the script among them. */
  args: string[];
  /** Told in words when it ended by itself and is started again. */
  onTrouble: (text: string) => void;
}

/** First and longest wait before a program is started again, in milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A run that lasted this long counts as healthy, in milliseconds. */
const HEALTHY_MS = 60_000;

/** Loads TypeScript sources as they are. */
export const fromSource = (script: string) => [
  '--import',
  'tsx',
  join(repository, script),
];

/**
 * Starts a program and waits until it is ready.
 *
 * @throws when the first run fails; later runs are tried again for ever
 */
export async function keepRunning(
  options: KeptProcessOptions,
): Promise<KeptProcess> {
  let stopped = false;
  let wait = FIRST_WAIT_MS;
  const stopping = new AbortController();
  const start = (onExit: ProcessOptions['onExit']) =>
    startProcess({
      ...options,
      command: process.execPath,
      cwd: repository,
      onExit,
    });
  const restart = async (reason: string, ranMs: number): Promise<void> => {
    if (stopped) return;
    wait =
      ranMs > HEALTHY_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
    options.onTrouble(
      `${options.name} ended by itself and is started again. ${reason}`,
    );
    try {
      await delay(wait, undefined, { signal: stopping.signal });
      handle = await run();
    } catch (error) {
      await restart(error instanceof Error ? error.message : String(error), 0);
    }
  };
  const run = (): Promise<ProcessHandle> => {
    const startedAt = Date.now();
    return start(error => {
      restart(error.message, Date.now() - startedAt);
    });
  };
  let handle = await run();
  return {
    get pid() {
      return handle.pid;
    },
    logFile: options.logFile,
    async stop() {
      stopped = true;
      stopping.abort();
      await handle.stop();
    },
  };
}
