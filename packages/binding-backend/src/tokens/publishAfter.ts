/** Time from which the token after a revocation may be published where holders of revoked tokens could have read it. */
import {
  core,
  isForbidden,
  type KubeClient,
  type RoleBinding,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import { hasSubjects, narrowedAt } from '../roles/secretReaderBinding';

/**
 * How long an API server may still accept a revoked token: its own cache, plus the delay until it observes the
 * revocation; milliseconds.
 */
export const tokenRejectionDelay = 12_000;

/**
 * How long after a revocation no token is written where a watch could read it, in milliseconds. Watches outlive the
 * token they were opened with: an API server closes them after 30 to 60 minutes.
 */
export const publishDelay = 61 * 60_000;

/**
 * Where Secrets may not be watched, it is enough that no API server accepts the revoked tokens any more. Milliseconds
 * since 1970.
 * @param reader - RoleBinding `klutch-secret-reader`; undefined when there is none, and everything may have been
 * watched
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
 * As {@link planPublishAfter}, for the live RoleBinding of a cluster namespace. The right to watch is not granted
 * before the next token is issued, and its withdrawal is recorded, so the result is valid at any time after the
 * revocation. Where the RoleBinding may not be read, everything may have been watched.
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
