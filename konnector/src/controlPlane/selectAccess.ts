/** Which of the accesses to one cluster namespace is used. Pure. */
import type { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import { isPersistent } from '../failure';

/** Whether an access has failed for so long that another one should be used. */
const isLost = (access: Pick<KubeconfigSecretAccess, 'failure'>): boolean => {
  const failure = access.failure();
  return failure !== undefined && isPersistent(failure);
};

/**
 * Stays with the current access while it works, and while no other one does.
 * @param known - in the order in which they are tried.
 * @returns undefined when there is none.
 */
export function selectAccess<A extends Pick<KubeconfigSecretAccess, 'failure'>>(
  known: ReadonlySet<A>,
  current: A,
): A | undefined {
  const first = known.has(current) ? [current] : [];
  const inOrder = [...first, ...known];
  return inOrder.find(access => !isLost(access)) ?? inOrder[0];
}
