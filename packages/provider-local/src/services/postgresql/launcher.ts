/**
 * Starts one `postgres` under a tiny shell that holds a pipe from this process: however this process ends, also by SIGKILL,
 * the pipe closes and the shell ends the server in order. So there are no orphans and no pid to look for.
 */
import { ChildProcess, spawn } from 'node:child_process';
import { RunAs } from './runAs';

/** A started server, under its guard. */
export interface LaunchedServer {
  /** Resolves with words for how it ended; never rejects. */
  exited: Promise<string>;
  /** Asks for an orderly end: sessions are cut, everything is written. */
  stop(): void;
}

// The guard reads a pipe that nobody writes to: `read` returns only when the other end is closed.
// SIGINT is PostgreSQL's fast shutdown.
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
  // A shell reports a child that died by a signal as 128 + its number.
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
      // A process group of its own: Ctrl-C in a terminal goes to the provider alone, which then stops servers in order.
      detached: true,
      stdio: ['pipe', options.log, options.log],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    },
  );
  // A server that ends at once closes the pipe under our hands; its exit is what counts.
  child.stdin?.on('error', () => {});
  const exited = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('exit', (code, signal) => resolve(describeExit(code, signal)));
  });
  return { exited, stop: () => child.stdin?.end() };
}
