/** From when on the token that follows a revocation may be put where the revoked ones could read. */
import {
  core,
  isForbidden,
  type KubeClient,
  type RoleBinding,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import { hasSubjects, narrowedAt } from '../roles/secretReader';

/** Every API server takes a token for so long that has ended: its own cache, and the time until it hears of it; milliseconds. */
export const tokenRejectionDelay = 12_000;

/**
 * For how long after a revocation no token is put where a watch could see it, in milliseconds. Watches outlive the token
 * they were opened with: an API server ends them after 30 to 60 minutes.
 */
export const publishDelay = 61 * 60_000;

/**
 * Where Secrets may not be watched, it is enough that no API server takes the revoked tokens any more. Milliseconds since
 * 1970.
 * @param reader - RoleBinding `klutch-secret-reader`; undefined where there is none, and all may have been watched
 * @param at - when the tokens were revoked
 */
export const planPublishAfter = (
  reader: RoleBinding | undefined,
  at: number,
): number => {
  if (!reader || hasSubjects(reader)) return at + publishDelay;
  const narrowed = narrowedAt(reader);
  return Math.max(
    at + tokenRejectionDelay,
    narrowed === undefined ? 0 : narrowed + publishDelay,
  );
};

/**
 * The same of a cluster namespace as it is. Until the next token is there nobody begins to watch, and who loses that right
 * is noted, so this may be asked at any time after the revocation. Where it may not be seen, all may have been watched.
 */
export const readPublishAfter = async (
  client: KubeClient,
  namespace: string,
  at: number,
): Promise<number> => {
  const key = { namespace, name: backendNames.secretReader };
  try {
    return planPublishAfter(await client.get(core.roleBindings, key), at);
  } catch (error) {
    if (isForbidden(error)) return planPublishAfter(undefined, at);
    throw error;
  }
};
