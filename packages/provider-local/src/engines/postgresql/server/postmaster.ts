/** What PostgreSQL's process reports: the file `postmaster.pid` in its data directory, and the log of its start. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Removes the file of a server that has ended without removing the file: another process may have its pid now. */
export const removePostmasterPidFile = (dataDirectory: string) =>
  rm(join(dataDirectory, 'postmaster.pid'), { force: true });

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
