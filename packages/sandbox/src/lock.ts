/** Allows one sandbox per folder. */
import {
  FolderInUseError,
  findFolderOwner,
  lockFolder,
} from '@klutch/local-processes';
import type { Layout } from './layout';
import { readState } from './state';

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

/**
 * Locks the folder for this process.
 *
 * @returns function that releases the folder
 * @throws AlreadyRunningError when another process holds the lock
 */
export async function acquireLock(
  layout: Layout,
): Promise<() => Promise<void>> {
  try {
    const { release } = await lockFolder(layout.dir, 'A sandbox');
    return release;
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new AlreadyRunningError(layout.dir, (await readState(layout))?.url);
  }
}

/** Whether a sandbox runs in the folder now. */
export async function isLocked(layout: Layout): Promise<boolean> {
  return (await findFolderOwner(layout.dir)) !== undefined;
}
