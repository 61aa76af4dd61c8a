/**
 * One PostgreSQL server process with a desired run state: started, watched, restarted after a crash, stopped in
 * order.
 */
import { errorMessage } from '@klutch/kube';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { ServiceError } from '../../errors';
import { InstanceFiles } from './layout';
import { LaunchedServer, spawnWithWatchdog } from './launcher';
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
const stopTimeoutMs = 15_000;
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

export class PostgresServer {
  private readonly options: ServerOptions;
  private readonly mutex = new Mutex();
  private current: ServerState = { phase: 'stopped' };
  private launched: LaunchedServer | undefined;
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
    if (this.launched) return;
    const { files, postgres, runAs } = this.options;
    await stopServerOf(files.data);
    await this.options.prepare();
    const log = await open(files.log, 'a', 0o600);
    try {
      const { size } = await log.stat();
      if (size > maxLogBytes) await log.truncate(0);
      const from = size > maxLogBytes ? 0 : size;
      const launched = spawnWithWatchdog({
        command: [postgres, '-D', files.data],
        folder: files.data,
        runAs,
        log: log.fd,
      });
      await this.waitUntilReady(launched, from);
      this.launched = launched;
      void launched.exited.then(exitReason =>
        this.handleExit(launched, exitReason),
      );
    } finally {
      await log.close();
    }
  }

  private async waitUntilReady(launched: LaunchedServer, from: number) {
    const { files } = this.options;
    const exited = new AbortController();
    void launched.exited.then(exitReason => exited.abort(exitReason));
    const deadline = Date.now() + startTimeoutMs;
    while ((await readPostmasterPidFile(files.data))?.status !== 'ready') {
      if (exited.signal.aborted || Date.now() > deadline) {
        launched.stop();
        const reason =
          startupErrors(await this.logFrom(from)) ||
          String(exited.signal.reason ?? 'no answer');
        throw new ServiceError(`PostgreSQL did not start: ${reason}`, {
          retry: true,
        });
      }
      await wait(20, undefined, { signal: exited.signal }).catch(() => {});
    }
  }

  private async logFrom(position: number): Promise<string> {
    const log = await open(this.options.files.log, 'r');
    try {
      const { size } = await log.stat();
      const { buffer, bytesRead } = await log.read({
        buffer: Buffer.alloc(Math.min(Math.max(size - position, 0), 64 * 1024)),
        position,
      });
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await log.close();
    }
  }

  private async stopProcess(): Promise<void> {
    const launched = this.launched;
    this.launched = undefined;
    if (launched) {
      launched.stop();
      const timeout = new AbortController();
      await Promise.race([
        launched.exited,
        wait(stopTimeoutMs, undefined, { signal: timeout.signal }).catch(
          () => {},
        ),
      ]);
      timeout.abort();
    }
    await stopServerOf(this.options.files.data);
  }

  private handleExit(launched: LaunchedServer, exitReason: string) {
    if (this.launched !== launched) return;
    this.launched = undefined;
    if (this.desiredRun)
      void this.restartAfterCrash(exitReason, this.desiredRun.signal);
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
