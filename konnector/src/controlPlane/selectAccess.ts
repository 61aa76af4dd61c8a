/** Which of the accesses to one cluster namespace is used. Pure. */
import type { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import { isPersistent } from '../failure';

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
  return inOrder.find(access => !isPersistent(access.failure())) ?? inOrder[0];
}
