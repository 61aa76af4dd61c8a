/** Keeps a second provider away from a data directory: two would end each other's servers. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { ServiceError } from './errors';

// A provider that was killed leaves its lock behind; after this long without a sign of life nobody holds it.
const defaultStaleMs = 5_000;
const retryMs = 500;

/** Resolves with the function that gives the directory free. Waits out the lock of a provider that was killed. */
export async function lockDataDir(
  dataDir: string,
  onLost: (error: Error) => void,
  staleMs = defaultStaleMs,
): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  try {
    return await lock(dataDir, {
      lockfilePath: join(dataDir, 'provider-local.lock'),
      stale: staleMs,
      update: staleMs / 5,
      retries: {
        retries: Math.ceil((staleMs + 1_000) / retryMs),
        minTimeout: retryMs,
        maxTimeout: retryMs,
      },
      onCompromised: onLost,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    throw new ServiceError(
      `Another provider-local uses ${dataDir}. Stop it, or choose another folder with --data-dir.`,
      { retry: false, cause: error },
    );
  }
}
