/** Prevents two providers from using the same data directory: each would stop the other's servers. */
import { FolderInUseError, lockFolder } from '@klutch/local-processes';
import { ServiceError } from './errors';

/** Locks the directory, and resolves with the function that releases the lock. */
export async function lockDataDir(
  dataDir: string,
): Promise<() => Promise<void>> {
  try {
    const { release } = await lockFolder(dataDir, 'provider-local');
    return release;
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new ServiceError(
      `Another provider-local uses ${dataDir}. Stop that one, or choose another folder with --data-dir.`,
      { retry: false, cause: error },
    );
  }
}
