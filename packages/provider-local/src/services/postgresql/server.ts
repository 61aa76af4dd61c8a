/** One PostgreSQL server process that is wanted up or down: started, watched, started again after a crash, ended in order. */
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { ServiceError, messageOf } from '../../errors';
import { InstanceFiles } from './layout';
import { LaunchedServer, launchGuarded } from './launcher';
import { endServerOf, readPostmasterNote } from './postmaster';
import { RunAs } from './runAs';

/** How the server is. `down` is a crash that it has not come back from. */
export type ServerState =
  | { phase: 'stopped' }
  | { phase: 'running'; note?: string }
  | { phase: 'down'; reason: string };

export interface ServerOptions {
  postgres: string;
  runAs: RunAs;
  files: InstanceFiles;
  /** Called before every start: the place to choose a port that is free and to write the configuration. */
  prepare(): Promise<void>;
  onChange(state: ServerState): void;
}

const startPatienceMs = 60_000;
const endPatienceMs = 15_000;
const logKeepBytes = 10 * 1024 * 1024;
const longestPauseMs = 30_000;

/** Pause before the n-th attempt (from 0) to start a crashed server again. */
export const restartPauseMs = (attempt: number) =>
  attempt === 0 ? 0 : Math.min(250 * 2 ** attempt, longestPauseMs);

/** The server's own words for why it did not start. Only its start is in that part of the log, no user's statements. */
export function startFailure(log: string): string {
  const lines = log
    .split('\n')
    .filter(line => /\b(FATAL|ERROR|LOG|HINT):/.test(line));
  const telling = lines.filter(line =>
    /\b(FATAL|ERROR):|could not|invalid/.test(line),
  );
  return (telling.length > 0 ? telling : lines)
    .slice(-3)
    .map(line => line.replace(/^.*?\b(?:FATAL|ERROR|LOG|HINT):\s*/, ''))
    .join('; ');
}

export class PostgresServer {
  private readonly options: ServerOptions;
  private readonly turn = new Mutex();
  private current: ServerState = { phase: 'stopped' };
  private launched: LaunchedServer | undefined;
  private wanted: AbortController | undefined;

  constructor(options: ServerOptions) {
    this.options = options;
  }

  get state(): ServerState {
    return this.current;
  }

  /** Resolves when the server answers. Throws the server's own words when it does not come up; then it is not wanted up. */
  async start(): Promise<void> {
    const before = this.wanted;
    this.wanted ??= new AbortController();
    try {
      await this.turn.runExclusive(() => this.launch());
    } catch (error) {
      // After a crash it goes on being tried; a first start is the caller's to repeat.
      this.wanted = before;
      throw error;
    }
    if (this.current.phase !== 'running') this.become({ phase: 'running' });
  }

  /** Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.wanted?.abort();
    this.wanted = undefined;
    await this.turn.runExclusive(() => this.end());
    this.become({ phase: 'stopped' });
  }

  private become(state: ServerState) {
    this.current = state;
    this.options.onChange(state);
  }

  private async launch(): Promise<void> {
    if (this.launched) return;
    const { files, postgres, runAs } = this.options;
    await endServerOf(files.data);
    await this.options.prepare();
    const log = await open(files.log, 'a', 0o600);
    try {
      const { size } = await log.stat();
      if (size > logKeepBytes) await log.truncate(0);
      const from = size > logKeepBytes ? 0 : size;
      const launched = launchGuarded({
        command: [postgres, '-D', files.data],
        folder: files.data,
        runAs,
        log: log.fd,
      });
      await this.waitUntilItAnswers(launched, from);
      this.launched = launched;
      void launched.exited.then(how => this.ended(launched, how));
    } finally {
      await log.close();
    }
  }

  private async waitUntilItAnswers(launched: LaunchedServer, from: number) {
    const { files } = this.options;
    const ended = new AbortController();
    void launched.exited.then(how => ended.abort(how));
    const deadline = Date.now() + startPatienceMs;
    while ((await readPostmasterNote(files.data))?.status !== 'ready') {
      if (ended.signal.aborted || Date.now() > deadline) {
        launched.end();
        const reason =
          startFailure(await this.logFrom(from)) ||
          String(ended.signal.reason ?? 'no answer');
        throw new ServiceError(`PostgreSQL did not start: ${reason}`, {
          retry: true,
        });
      }
      await wait(20, undefined, { signal: ended.signal }).catch(() => {});
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

  private async end(): Promise<void> {
    const launched = this.launched;
    this.launched = undefined;
    if (launched) {
      launched.end();
      const inTime = new AbortController();
      await Promise.race([
        launched.exited,
        wait(endPatienceMs, undefined, { signal: inTime.signal }).catch(
          () => {},
        ),
      ]);
      inTime.abort();
    }
    await endServerOf(this.options.files.data);
  }

  private ended(launched: LaunchedServer, how: string) {
    if (this.launched !== launched) return;
    this.launched = undefined;
    if (this.wanted) void this.bringBack(how, this.wanted.signal);
  }

  private async bringBack(how: string, signal: AbortSignal) {
    const happened = `PostgreSQL stopped unexpectedly (${how}) at ${new Date().toISOString()}`;
    let reason = `${happened}; it is being started again.`;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      this.become({ phase: 'down', reason });
      await wait(restartPauseMs(attempt), undefined, { signal }).catch(
        () => {},
      );
      try {
        await this.turn.runExclusive(async () => {
          if (!signal.aborted) await this.launch();
        });
        if (!signal.aborted) {
          this.become({
            phase: 'running',
            note: `${happened} and was started again.`,
          });
        }
        return;
      } catch (error) {
        reason = `${happened}. ${messageOf(error)}. It is tried again.`;
      }
    }
  }
}
