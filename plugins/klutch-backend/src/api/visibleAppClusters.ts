import { NotAllowedError } from '@backstage/errors';
import type { Caller } from '../identity/Caller';
import type { PlatformAccess } from './PlatformAccess';

/**
 * Whether the caller may see an app cluster, by its id: none, where the caller has no such permission. For pages that
 * are about the platform as a whole and name app clusters beside.
 *
 * @throws NotAllowedError without the permission to see the platform pages
 */
export async function visibleAppClusters(
  access: PlatformAccess,
  caller: Caller,
): Promise<(cluster: string) => boolean> {
  await access.requireRead(caller);
  try {
    return await access.readableAppClusters(caller);
  } catch (error) {
    if (error instanceof NotAllowedError) return () => false;
    throw error;
  }
}
