/** Allows one sandbox per folder: a lock that becomes stale after a crash. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { check, lock } from 'proper-lockfile';
import type { Layout } from './layout';
import { readState } from './state';

/** A lock without an update for this long was left by a crash. */
const STALE_MS = 10_000;

/** Another sandbox runs in the same folder. */
export class AlreadyRunningError extends Error {
  constructor(dir: string, url?: string) {
    super(
      `A sandbox already runs in ${dir}${url ? `, at ${url}` : ''}. ` +
        `Use that one, stop it with Ctrl-C, or start another with --dir <folder> --port <port>.`,
    );
    this.name = 'AlreadyRunningError';
  }
}

const ownerFile = (layout: Layout) => join(layout.dir, 'owner');

/** Whether the process that locked the folder has ended without releasing the lock. */
async function isOwnerDead(layout: Layout): Promise<boolean> {
  const pid = Number(await readFile(ownerFile(layout), 'utf8').catch(() => ''));
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Locks the folder for this process.
 *
 * @returns function that releases the folder
 * @throws AlreadyRunningError when another process holds the lock
 */
export async function acquireLock(
  layout: Layout,
): Promise<() => Promise<void>> {
  await mkdir(layout.dir, { recursive: true });
  if (await isOwnerDead(layout)) {
    await rm(layout.lock, { recursive: true, force: true });
  }
  try {
    const release = await lock(layout.dir, {
      lockfilePath: layout.lock,
      stale: STALE_MS,
      update: STALE_MS / 4,
    });
    await writeFile(ownerFile(layout), `${process.pid}`);
    return release;
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
