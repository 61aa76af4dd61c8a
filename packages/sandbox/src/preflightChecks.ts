/** Checks the requirements of a start, with errors that say what to do. */
import { statfs } from 'node:fs/promises';
import { isPortFree } from '@klutch/local-processes';

/** Free disk space in bytes below which a cluster's database may not start. */
const MIN_FREE_BYTES = 1024 ** 3;

/**
 * Refuses to start with too little disk space.
 *
 * @param free - free bytes, for tests
 * @throws Error with the free space
 */
export async function checkDiskSpace(
  dir: string,
  free?: number,
): Promise<void> {
  const stats = await statfs(dir);
  const available = free ?? stats.bavail * stats.bsize;
  if (available < MIN_FREE_BYTES) {
    throw new Error(
      `Only ${Math.floor(available / 1024 ** 2)} MiB are free at ${dir}; the sandbox needs ${MIN_FREE_BYTES / 1024 ** 2} MiB. ` +
        'Free some disk space, or choose another folder with --dir <folder>.',
    );
  }
}

/**
 * Refuses to start on a port that is in use.
 *
 * @throws Error that names the port and the flag to change it
 */
export async function checkPort(port: number, flag: string): Promise<void> {
  if (await isPortFree(port, 'localhost')) return;
  throw new Error(
    `Port ${port} is in use. Stop the program that listens there, or choose another port with ${flag} <port>.`,
  );
}
