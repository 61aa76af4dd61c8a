/**
 * Starts one `postgres` under a small shell that holds a pipe from this process: when this process ends, even by
 * SIGKILL, the pipe closes and the shell stops the server in order. No server is orphaned, and no pid has to be
 * searched.
 */
import { ChildProcess, spawn } from 'node:child_process';
import { RunAs } from './runProgram';

/** A started server with its watchdog. */
export interface LaunchedServer {
  /** Resolves with a message about the exit; never rejects. */
  exited: Promise<string>;
  /** Requests a fast shutdown: sessions are terminated, all data is written. */
  stop(): void;
}

// The watchdog reads a pipe that is never written to: `read` returns only when the other end is closed. SIGINT is
// PostgreSQL's fast shutdown.
const watchdogScript = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
( read -r _ <&3; kill -INT "$server" ) &
watcher=$!
exec 3<&-
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

function describeExit(
  code: number | null,
  signal: NodeJS.Signals | null,
): string {
  if (signal) return `signal ${signal}`;
  // A shell reports a child killed by a signal as 128 + the signal's number.
  return code !== null && code > 128
    ? `signal ${code - 128}`
    : `exit code ${code}`;
}

/** Starts `command` in `folder`, with both outputs appended to the open file `log`. */
export function spawnWithWatchdog(options: {
  command: string[];
  folder: string;
  runAs: RunAs;
  log: number;
}): LaunchedServer {
  const child: ChildProcess = spawn(
    '/bin/sh',
    ['-c', watchdogScript, 'klutch-postgresql-guard', ...options.command],
    {
      ...options.runAs,
      cwd: options.folder,
      // With a process group of its own, Ctrl-C in a terminal reaches the provider only, which then stops servers in
      // order.
      detached: true,
      stdio: ['pipe', options.log, options.log],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    },
  );
  // A server that exits at once closes the pipe during the write; only its exit matters.
  child.stdin?.on('error', () => {});
  const exited = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('exit', (code, signal) => resolve(describeExit(code, signal)));
  });
  return { exited, stop: () => child.stdin?.end() };
}
