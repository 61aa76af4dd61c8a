/** Reads `postmaster.pid`, in which PostgreSQL records the process of a data directory, and stops a leftover server. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { plainEnvironment, runProgram } from './runProgram';

/** The content of `postmaster.pid`. */
export interface PostmasterPidFile {
  pid: number;
  dataDirectory: string;
  status?: string;
}

const statusLine = 7;

/** Parses `postmaster.pid`. Pure function. */
export function parsePostmasterPidFile(
  text: string,
): PostmasterPidFile | undefined {
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    dataDirectory: lines[1] ?? '',
    status: lines[statusLine]?.trim() || undefined,
  };
}

export async function readPostmasterPidFile(
  dataDirectory: string,
): Promise<PostmasterPidFile | undefined> {
  const text = await readFile(
    join(dataDirectory, 'postmaster.pid'),
    'utf8',
  ).catch(() => '');
  return parsePostmasterPidFile(text);
}

/** Empty when no process has this pid. */
async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.replaceAll('\0', ' ');
  }
  const { stdout } = await runProgram(
    'ps',
    ['-o', 'command=', '-p', String(pid)],
    { env: plainEnvironment() },
  );
  return stdout;
}

/** Whether the process is the server of that data directory, as opposed to an unrelated process with a reused pid. */
export async function isServerOf(
  pid: number,
  dataDirectory: string,
): Promise<boolean> {
  return (await commandLineOf(pid)).includes(dataDirectory);
}

async function exitsWithin(
  pid: number,
  dataDirectory: string,
  ms: number,
): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (await isServerOf(pid, dataDirectory)) {
    if (Date.now() > deadline) return false;
    await wait(25);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Stops the server named by `postmaster.pid` of the data directory with increasingly strong signals, and removes a
 * stale file. Does nothing without the file.
 */
export async function stopServerOf(dataDirectory: string): Promise<void> {
  const pidFile = await readPostmasterPidFile(dataDirectory);
  if (pidFile && (await isServerOf(pidFile.pid, dataDirectory))) {
    for (const [name, timeoutMs] of [
      ['SIGINT', 10_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ] as const) {
      signal(pidFile.pid, name);
      if (await exitsWithin(pidFile.pid, dataDirectory, timeoutMs)) break;
    }
  }
  await rm(join(dataDirectory, 'postmaster.pid'), { force: true });
}
