/** Runs a child process that cannot outlive its parent: log file, readiness check, orderly stop with a time limit. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  processFailure,
  type ProcessExit,
  type ProcessFailedError,
} from './processExit';
import { readLogTail } from './logTail';
import { waitFor, WaitTimeoutError } from './waitFor';

/**
 * The program replaces this shell (and so has the pid that Node knows), and a small watchdog stays in the same
 * process group. The watchdog blocks on a pipe whose other end only the parent holds: however the parent ends, the
 * pipe closes. The watchdog then asks the program to stop, and after the grace period kills the rest of the group.
 * The group's id cannot be reused while the watchdog is a member, so no unrelated process is killed.
 */
const WATCHDOG_SCRIPT = `
stop=$1 grace=$2; shift 2
(
  trap '' INT TERM HUP QUIT
  read -r _ <&3
  kill -s "$stop" $$
  while [ "$grace" -gt 0 ] && kill -0 $$; do sleep 1; grace=$((grace - 1)); done
  kill -s KILL -- -$$
) </dev/null >/dev/null 2>&1 &
exec "$@" 3<&-
`;

/** Command and supervision of a process. */
export interface ProcessOptions {
  /** Name in messages, for example `etcd`. */
  name: string;
  /** Absolute path, or a name to be looked up in PATH. */
  command: string;
  args?: string[];
  /** The child's whole environment. Default: that of this process. */
  env?: NodeJS.ProcessEnv;
  /** Working directory. Default: that of this process. */
  cwd?: string;
  /** File for standard output and error; the previous run's stays in `<logFile>.1`. The folder is created. */
  logFile: string;
  /** Append to the log file instead. Error messages still show lines of this run only. Default false. */
  appendLog?: boolean;
  /** Run as this user and group (root only). */
  uid?: number;
  gid?: number;
  /** Polled until true; without this check the process is ready at once. Throwing means "not yet". */
  ready?: () => Promise<boolean> | boolean;
  /** Time limit in milliseconds for becoming ready. Default 60000. */
  readyTimeoutMs?: number;
  /** Milliseconds between two readiness checks. Default 100. */
  readyIntervalMs?: number;
  /** The signal for an orderly stop. Default SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /**
   * Milliseconds between the stop signal and SIGKILL, in `stop()` and when this process ends unexpectedly. Default
   * 10000.
   */
  graceMs?: number;
  /** Whether the running child keeps this process alive. Default true. */
  keepAlive?: boolean;
  /** Aborting stops the process, also before it is ready. */
  signal?: AbortSignal;
  /** Receives the pid as soon as the process runs, before it is ready. The process is stopped when this throws. */
  onSpawn?: (pid: number) => void;
  /** Called once when the process exits unexpectedly. */
  onExit?: (error: ProcessFailedError) => void;
}

/** A running supervised process. */
export interface ProcessHandle {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the process has exited for any reason; never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Asks the process to stop, and kills it after the grace period (milliseconds). Safe to call twice. */
  stop(graceMs?: number): Promise<ProcessExit>;
}

/** Opens the log file of a new run; `start` is the size that it has already. */
function openLog({ logFile, appendLog }: ProcessOptions): {
  log: number;
  start: number;
} {
  mkdirSync(dirname(logFile), { recursive: true });
  if (!appendLog && existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  return { log, start: fstatSync(log).size };
}

function spawnWithWatchdog(
  options: ProcessOptions,
  graceMs: number,
): { child: ChildProcess; logStart: number } {
  const { log, start: logStart } = openLog(options);
  try {
    const stop = (options.stopSignal ?? 'SIGTERM').replace(/^SIG/, '');
    const watchdog = [
      '-c',
      WATCHDOG_SCRIPT,
      `watchdog of ${options.name}`,
      stop,
      `${Math.ceil(graceMs / 1000)}`,
    ];
    const child = spawn(
      '/bin/sh',
      [...watchdog, options.command, ...(options.args ?? [])],
      {
        cwd: options.cwd,
        env: options.env ?? process.env,
        uid: options.uid,
        gid: options.gid,
        // With a process group of its own, Ctrl-C in a terminal reaches the parent only, which then stops its
        // children in order.
        detached: true,
        stdio: ['ignore', log, log, 'pipe'],
      },
    );
    return { child, logStart };
  } finally {
    closeSync(log);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has exited already.
  }
}

function unrefChild(child: ChildProcess): void {
  child.unref();
  const pipe = child.stdio[3];
  if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
}

/**
 * Starts a child process and waits until it is ready. However this process ends (Ctrl-C, crash, SIGKILL), the child
 * ends too.
 *
 * @throws ProcessFailedError, with the last log lines, when the process cannot start, exits before it is ready or is
 * not ready in time (it is stopped then); the signal's reason when aborted.
 */
export async function startProcess(
  options: ProcessOptions,
): Promise<ProcessHandle> {
  options.signal?.throwIfAborted();
  const defaultGraceMs = options.graceMs ?? 10_000;
  const { child, logStart } = spawnWithWatchdog(options, defaultGraceMs);
  const readLog = () => readLogTail(options.logFile, undefined, logStart);
  if (options.keepAlive === false) unrefChild(child);
  child.stdio[3]?.on('error', () => undefined);

  let stopping = false;
  const ended = new Promise<Pick<ProcessExit, 'code' | 'signal'>>(resolve => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const { pid } = child;
  const exited = ended.then(async end => {
    if (pid) killGroup(pid);
    return {
      name: options.name,
      ...end,
      expected: stopping,
      logFile: options.logFile,
      lastLines: stopping ? [] : await readLog(),
    };
  });
  if (!pid) throw processFailure(await exited);

  const stop = async (graceMs = defaultGraceMs) => {
    if (!stopping) {
      stopping = true;
      child.kill(options.stopSignal ?? 'SIGTERM');
    }
    const timer = setTimeout(() => killGroup(pid), graceMs);
    try {
      return await exited;
    } finally {
      clearTimeout(timer);
    }
  };
  const abort = () => void stop();
  options.signal?.addEventListener('abort', abort, { once: true });
  void exited.then(() => options.signal?.removeEventListener('abort', abort));

  try {
    options.onSpawn?.(pid);
  } catch (error) {
    await stop();
    throw error;
  }
  if (options.ready)
    await waitUntilReady(options, options.ready, { exited, stop, readLog });
  void exited.then(exit => {
    if (!exit.expected) options.onExit?.(processFailure(exit));
  });
  return { name: options.name, pid, logFile: options.logFile, exited, stop };
}

async function waitUntilReady(
  options: ProcessOptions,
  ready: NonNullable<ProcessOptions['ready']>,
  running: {
    exited: Promise<ProcessExit>;
    stop: () => Promise<ProcessExit>;
    readLog: () => Promise<string[]>;
  },
): Promise<void> {
  const timeoutMs = options.readyTimeoutMs ?? 60_000;
  const watch = new AbortController();
  void running.exited.then(exit => watch.abort(processFailure(exit)));
  try {
    await waitFor(ready, {
      what: `${options.name} is ready`,
      timeoutMs,
      intervalMs: options.readyIntervalMs,
      signal: watch.signal,
    });
  } catch (error) {
    const lines = await running.readLog();
    const exit = await running.stop();
    options.signal?.throwIfAborted();
    if (!(error instanceof WaitTimeoutError)) throw error;
    throw processFailure(
      { ...exit, expected: false, lastLines: lines },
      `was not ready after ${Math.round(timeoutMs / 1000)} s and was stopped`,
    );
  }
}
