/**
 * One PostgreSQL server process with a desired run state: started, watched, restarted after a crash, stopped in
 * order.
 */
import { stat, truncate } from 'node:fs/promises';
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import {
  ProcessFailedError,
  startProcess,
  type ProcessExit,
  type ProcessHandle,
} from '@klutch/local-processes';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../../errors';
import { InstanceFiles } from './layout';
import { stopServerOf, readPostmasterPidFile } from './postmaster';
import { RunAs } from './runProgram';

/** State of the server. `down` is a crash without a successful restart yet. */
export type ServerState =
  | { phase: 'stopped' }
  | { phase: 'running'; note?: string }
  | { phase: 'down'; reason: string };

export interface ServerOptions {
  postgres: string;
  runAs: RunAs;
  files: InstanceFiles;
  /** Called before every start, to choose a free port and to write the configuration. */
  prepare(): Promise<void>;
  onChange(state: ServerState): void;
}

const startTimeoutMs = 60_000;
/** The last checkpoint may take long. A server that is killed after this time recovers at its next start. */
const stopTimeoutMs = 30_000;
const maxLogBytes = 10 * 1024 * 1024;
const maxRestartBackoffMs = 30_000;

/** Delay before the n-th attempt (from 0) to restart a crashed server. */
export const restartBackoffMs = (attempt: number) =>
  attempt === 0 ? 0 : Math.min(250 * 2 ** attempt, maxRestartBackoffMs);

/**
 * The server's messages about a failed start. That part of the log covers the start only, so it holds no user's
 * statements.
 */
export function startupErrors(log: string): string {
  const lines = log
    .split('\n')
    .filter(line => /\b(FATAL|ERROR|LOG|HINT):/.test(line));
  const failureLines = lines.filter(line =>
    /\b(FATAL|ERROR):|could not|invalid/.test(line),
  );
  return (failureLines.length > 0 ? failureLines : lines)
    .slice(-3)
    .map(line => line.replace(/^.*?\b(?:FATAL|ERROR|LOG|HINT):\s*/, ''))
    .join('; ');
}

const describeExit = ({ code, signal }: ProcessExit) =>
  signal ? `signal ${constants.signals[signal]}` : `exit code ${code}`;

async function limitLog(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > maxLogBytes) await truncate(file);
}

export class PostgresServer {
  private readonly options: ServerOptions;
  private readonly mutex = new Mutex();
  private current: ServerState = { phase: 'stopped' };
  private process: ProcessHandle | undefined;
  private desiredRun: AbortController | undefined;

  constructor(options: ServerOptions) {
    this.options = options;
  }

  get state(): ServerState {
    return this.current;
  }

  /**
   * Resolves when the server responds. Throws the server's messages when it does not start; the desired state is then
   * stopped.
   */
  async start(): Promise<void> {
    const before = this.desiredRun;
    this.desiredRun ??= new AbortController();
    try {
      await this.mutex.runExclusive(() => this.launch());
    } catch (error) {
      // Restarts after a crash are retried here; a failed first start is retried by the caller.
      this.desiredRun = before;
      throw error;
    }
    if (this.current.phase !== 'running') this.setState({ phase: 'running' });
  }

  /** Resolves when the process has exited. */
  async stop(): Promise<void> {
    this.desiredRun?.abort();
    this.desiredRun = undefined;
    await this.mutex.runExclusive(() => this.stopProcess());
    this.setState({ phase: 'stopped' });
  }

  private setState(state: ServerState) {
    this.current = state;
    this.options.onChange(state);
  }

  private async launch(): Promise<void> {
    if (this.process) return;
    const { files } = this.options;
    await stopServerOf(files.data);
    await this.options.prepare();
    await limitLog(files.log);
    const started = await this.startPostgres();
    this.process = started;
    void started.exited.then(exit => this.handleExit(started, exit));
  }

  private async startPostgres(): Promise<ProcessHandle> {
    const { files, postgres, runAs } = this.options;
    try {
      return await startProcess({
        ...runAs,
        name: 'PostgreSQL',
        command: postgres,
        args: ['-D', files.data],
        cwd: files.data,
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        logFile: files.log,
        appendLog: true,
        ready: async () =>
          (await readPostmasterPidFile(files.data))?.status === 'ready',
        readyTimeoutMs: startTimeoutMs,
        readyIntervalMs: 20,
        // Fast shutdown: sessions are terminated, all data is written.
        stopSignal: 'SIGINT',
        graceMs: stopTimeoutMs,
      });
    } catch (error) {
      if (!(error instanceof ProcessFailedError)) throw error;
      const reason =
        startupErrors(error.exit.lastLines.join('\n')) ||
        describeExit(error.exit);
      throw new ServiceError(`PostgreSQL did not start: ${reason}`, {
        retry: true,
      });
    }
  }

  private async stopProcess(): Promise<void> {
    const running = this.process;
    this.process = undefined;
    await running?.stop();
    await stopServerOf(this.options.files.data);
  }

  private handleExit(ended: ProcessHandle, exit: ProcessExit) {
    if (this.process !== ended) return;
    this.process = undefined;
    if (this.desiredRun)
      void this.restartAfterCrash(describeExit(exit), this.desiredRun.signal);
  }

  private async restartAfterCrash(exitReason: string, signal: AbortSignal) {
    const happened = `PostgreSQL stopped unexpectedly (${exitReason}) at ${new Date().toISOString()}`;
    let reason = `${happened}; it is being restarted.`;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      this.setState({ phase: 'down', reason });
      await wait(restartBackoffMs(attempt), undefined, { signal }).catch(
        () => {},
      );
      try {
        await this.mutex.runExclusive(async () => {
          if (!signal.aborted) await this.launch();
        });
        if (!signal.aborted) {
          this.setState({
            phase: 'running',
            note: `${happened} and was restarted.`,
          });
        }
        return;
      } catch (error) {
        reason = `${happened}. ${errorMessage(error)}. The restart is retried.`;
      }
    }
  }
}
