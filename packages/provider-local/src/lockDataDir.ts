/** Prevents two providers from using the same data directory: each would stop the other's servers. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { ServiceError } from './errors';

// A killed provider leaves its lock behind; a lock without an update for this time is stale.
const defaultStaleMs = 5_000;
const retryMs = 500;

/**
 * Acquires the lock and resolves with the function that releases it. Waits until the lock of a killed provider is
 * stale.
 */
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
      `Another provider-local uses ${dataDir}. Stop that one, or choose another folder with --data-dir.`,
      { retry: false, cause: error },
    );
  }
}
