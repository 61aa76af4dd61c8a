/** One sandbox a folder: a lock that a crash does not leave behind. */
import { mkdir } from 'node:fs/promises';
import { check, lock } from 'proper-lockfile';
import type { Layout } from './layout';
import { readState } from './state';

/** A lock without a sign of life for this long is left over from a crash. */
const STALE_MS = 10_000;

/** Says that another sandbox runs in the same folder. */
export class AlreadyRunningError extends Error {
  constructor(dir: string, url?: string) {
    super(
      `A sandbox already runs in ${dir}${url ? `, at ${url}` : ''}. ` +
        `Use that one, stop it with Ctrl-C, or start another with --dir <folder> --port <port>.`,
    );
    this.name = 'AlreadyRunningError';
  }
}

/**
 * Takes the folder for this process.
 *
 * @returns gives the folder back
 * @throws AlreadyRunningError when another process has it
 */
export async function takeFolder(layout: Layout): Promise<() => Promise<void>> {
  await mkdir(layout.dir, { recursive: true });
  try {
    return await lock(layout.dir, {
      lockfilePath: layout.lock,
      stale: STALE_MS,
      update: STALE_MS / 4,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    throw new AlreadyRunningError(layout.dir, (await readState(layout))?.url);
  }
}

/** Whether a sandbox runs in the folder now. */
export async function isLocked(layout: Layout): Promise<boolean> {
  try {
    return await check(layout.dir, {
      lockfilePath: layout.lock,
      stale: STALE_MS,
    });
  } catch {
    return false;
  }
}
