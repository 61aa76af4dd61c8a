/** Runs one of our programs from source as a supervised process, and restarts the program after an unexpected exit. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startProcess,
  type ProcessHandle,
  type ProcessOptions,
} from '@klutch/local-processes';
import { repository } from '../layout';

/** A program that is restarted after unexpected exits. */
export interface AutoRestartedProcess {
  /** Pid of the current run. */
  readonly pid: number;
  readonly logFile: string;
  /** Stops the program without a restart. */
  stop(): Promise<void>;
}

/** Options of {@link keepRunning}. */
export interface AutoRestartOptions extends Pick<
  ProcessOptions,
  'name' | 'env' | 'logFile' | 'ready' | 'readyTimeoutMs' | 'signal'
> {
  /** Arguments of `node`, including the script. */
  args: string[];
  /** Receives a message when the program exited unexpectedly and is restarted. */
  onRestart: (text: string) => void;
}

/** Minimum and maximum delay before a restart, in milliseconds. */
const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** Run time after which a run counts as healthy, in milliseconds. */
const HEALTHY_MS = 60_000;

/** Runs TypeScript sources without a build. */
export const fromSource = (script: string) => [
  '--require',
  join(repository, 'scripts/fromSources.cjs'),
  join(repository, script),
];

class AutoRestartedProgram implements AutoRestartedProcess {
  readonly #options: AutoRestartOptions;
  readonly #stopping = new AbortController();
  #backoffMs = MIN_BACKOFF_MS;
  #handle: ProcessHandle | undefined;

  constructor(options: AutoRestartOptions) {
    this.#options = options;
  }

  get pid(): number {
    return this.#handle?.pid ?? 0;
  }

  get logFile(): string {
    return this.#options.logFile;
  }

  async start(): Promise<void> {
    const startedAt = Date.now();
    this.#handle = await startProcess({
      ...this.#options,
      command: process.execPath,
      cwd: repository,
      signal: this.#options.signal
        ? AbortSignal.any([this.#options.signal, this.#stopping.signal])
        : this.#stopping.signal,
      onExit: error => {
        void this.#restart(error.message, Date.now() - startedAt);
      },
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#handle?.stop();
  }

  async #restart(reason: string, ranMs: number): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    this.#backoffMs =
      ranMs > HEALTHY_MS
        ? MIN_BACKOFF_MS
        : Math.min(this.#backoffMs * 2, MAX_BACKOFF_MS);
    this.#options.onRestart(
      `${this.#options.name} exited unexpectedly and is being restarted. ${reason}`,
    );
    try {
      await delay(this.#backoffMs, undefined, { signal });
      await this.start();
    } catch (error) {
      await this.#restart(
        error instanceof Error ? error.message : String(error),
        0,
      );
    }
  }
}

/**
 * Starts a program and waits until it is ready.
 *
 * @throws when the first run fails; later runs are retried without limit
 */
export async function keepRunning(
  options: AutoRestartOptions,
): Promise<AutoRestartedProcess> {
  const program = new AutoRestartedProgram(options);
  try {
    await program.start();
  } catch (error) {
    await program.stop();
    throw error;
  }
  return program;
}
