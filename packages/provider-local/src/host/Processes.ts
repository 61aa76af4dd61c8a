/**
 * The processes of one instance with a desired run state: started in order, watched, restarted after a crash, stopped
 * in reverse order.
 */
import { stat, truncate } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import {
  ProcessFailedError,
  startProcess,
  type ProcessExit,
  type ProcessHandle,
} from '@klutch/local-processes';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../errors';
import { InstanceFiles } from './layout';
import { recordProcesses, stopLeftoverProcesses } from './leftoverProcesses';
import { RunAs, plainEnvironment } from './runProgram';
import { ServerProcess } from './ServiceEngine';

/** State of the processes. `down` is a crash without a successful restart yet. */
export type RunState =
  | { phase: 'stopped' }
  | { phase: 'running'; note?: string }
  | { phase: 'down'; reason: string };

export interface ProcessesOptions {
  runAs: RunAs;
  files: InstanceFiles;
  /** Called before every start, to choose free ports and to write the configuration. */
  prepareStart(): Promise<ServerProcess[]>;
  onChange(): void;
}

/** A running process, and how to start it again. */
interface Running {
  server: ServerProcess;
  handle: ProcessHandle;
}

const startTimeoutMs = 60_000;
/** Writing all data may take long. A server that is killed after this time recovers at its next start. */
const stopTimeoutMs = 30_000;
const maxLogBytes = 10 * 1024 * 1024;
const maxRestartBackoffMs = 30_000;
const defaultStopSignal = 'SIGTERM';

/** Delay before the n-th attempt (from 0) to restart a crashed server. */
export const restartBackoffMs = (attempt: number) =>
  attempt === 0 ? 0 : Math.min(250 * 2 ** attempt, maxRestartBackoffMs);

const recordOf = (
  { stopSignal = defaultStopSignal }: ServerProcess,
  pid: number,
) => ({
  pid,
  stopSignal,
});

const describeExit = ({ code, signal }: ProcessExit) =>
  signal ? `signal ${constants.signals[signal]}` : `exit code ${code}`;

async function limitLog(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > maxLogBytes) await truncate(file);
}

async function stopAll(running: readonly Running[]): Promise<void> {
  for (const { handle } of running.toReversed()) await handle.stop();
}

export class Processes {
  private readonly mutex = new Mutex();
  private current: RunState = { phase: 'stopped' };
  private running: readonly Running[] | undefined;
  private desiredRun: AbortController | undefined;

  constructor(private readonly options: ProcessesOptions) {}

  get state(): RunState {
    return this.current;
  }

  /**
   * Resolves when all processes are ready. Throws the messages of the process that does not start; the desired state
   * is then stopped.
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

  /** Resolves when all processes have exited, including those that a killed provider left. */
  async stop(): Promise<void> {
    this.desiredRun?.abort();
    this.desiredRun = undefined;
    await this.mutex.runExclusive(() => this.stopRunning());
    this.setState({ phase: 'stopped' });
  }

  /** Sends a signal to the process of that name. Throws ServiceError while the processes do not run. */
  signal(name: string, signal: NodeJS.Signals): void {
    const found = this.running?.find(({ server }) => server.name === name);
    if (!found) {
      throw new ServiceError(
        'The servers of this instance do not run. The operation is retried.',
        { retry: true },
      );
    }
    process.kill(found.handle.pid, signal);
  }

  /** Empties large logs. The servers append, so that they go on at the beginning of the file. */
  async limitLogs(): Promise<void> {
    for (const { handle } of this.running ?? []) await limitLog(handle.logFile);
  }

  /**
   * Stops the process of that name and those that need it, runs `work`, starts them again. The earlier ones go on.
   * Without running processes: runs `work`.
   */
  whileStopped(name: string, work: () => Promise<void>): Promise<void> {
    return this.mutex.runExclusive(async () => {
      const all = this.running ?? [];
      const first = all.findIndex(({ server }) => server.name === name);
      if (first < 0) return work();
      const others = all.slice(0, first);
      this.watch(others);
      await stopAll(all.slice(first));
      try {
        await work();
      } finally {
        await this.startAgain(others, all.slice(first));
      }
      return undefined;
    });
  }

  private async startAgain(
    others: readonly Running[],
    stopped: readonly Running[],
  ): Promise<void> {
    // When another process has ended meanwhile, all are being restarted.
    if (this.running !== others || !this.desiredRun) return;
    try {
      await this.startAfter(
        others,
        stopped.map(({ server }) => server),
      );
    } catch (error) {
      this.restartAll(errorMessage(error), Promise.resolve());
    }
  }

  private setState(state: RunState) {
    this.current = state;
    this.options.onChange();
  }

  private async launch(): Promise<void> {
    if (this.running) return;
    await stopLeftoverProcesses(this.options.files.processes);
    await this.startAfter([], await this.options.prepareStart());
  }

  /** Starts processes that need the running ones. Stops all when one does not start. */
  private async startAfter(
    before: readonly Running[],
    servers: readonly ServerProcess[],
  ): Promise<void> {
    const running = [...before];
    const recorded = before.map(({ server, handle }) =>
      recordOf(server, handle.pid),
    );
    try {
      for (const server of servers) {
        const handle = await this.startOne(server, pid => {
          recorded.push(recordOf(server, pid));
          recordProcesses(this.options.files.processes, recorded);
        });
        running.push({ server, handle });
      }
    } catch (error) {
      this.running = undefined;
      await stopAll(running);
      throw error;
    }
    this.watch(running);
  }

  /** From now on, these are the running processes; all are restarted when one ends. */
  private watch(running: readonly Running[]) {
    this.running = running;
    for (const { handle } of running) {
      void handle.exited.then(exit => this.handleExit(running, exit));
    }
  }

  private async startOne(
    server: ServerProcess,
    onSpawn: (pid: number) => void,
  ): Promise<ProcessHandle> {
    const { files, runAs } = this.options;
    const logFile = join(files.folder, `${server.name}.log`);
    await limitLog(logFile);
    try {
      return await startProcess({
        ...runAs,
        name: server.title,
        command: server.command,
        args: server.args,
        cwd: files.data,
        env: { ...plainEnvironment(), TZ: 'UTC', ...server.env },
        logFile,
        appendLog: true,
        ready: () => server.ready(),
        readyTimeoutMs: server.readyTimeoutMs ?? startTimeoutMs,
        readyIntervalMs: 20,
        stopSignal: server.stopSignal ?? defaultStopSignal,
        graceMs: stopTimeoutMs,
        onSpawn,
      });
    } catch (error) {
      if (!(error instanceof ProcessFailedError)) throw error;
      const reason =
        server.explainFailure?.(error.exit.lastLines.join('\n')) ||
        describeExit(error.exit);
      throw new ServiceError(`${server.title} did not start: ${reason}`, {
        retry: true,
      });
    }
  }

  private async stopRunning(): Promise<void> {
    const running = this.running ?? [];
    this.running = undefined;
    await stopAll(running);
    await stopLeftoverProcesses(this.options.files.processes);
  }

  /** Restarts all processes when one has ended, because later ones depend on earlier ones. */
  private handleExit(running: readonly Running[], exit: ProcessExit) {
    if (this.running !== running) return;
    this.running = undefined;
    const stopped = this.mutex.runExclusive(() => stopAll(running));
    const happened = `${exit.name} stopped unexpectedly (${describeExit(exit)})`;
    this.restartAll(happened, stopped);
  }

  private restartAll(happened: string, stopped: Promise<void>) {
    if (!this.desiredRun) return;
    const { signal } = this.desiredRun;
    const event = `${happened} at ${new Date().toISOString()}`;
    void this.restartAfterCrash(event, stopped, signal);
  }

  private async restartAfterCrash(
    happened: string,
    stopped: Promise<void>,
    signal: AbortSignal,
  ) {
    let reason = `${happened}; it is being restarted.`;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      this.setState({ phase: 'down', reason });
      await stopped;
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
