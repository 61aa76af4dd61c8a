import type { Claim } from '../api/types';
import type { T } from '../hooks/useT';

/**
 * Why a claim that has to be ready for an action is not, as a message for users; undefined for one that is.
 *
 * @param otherwise - the message where the state is known
 */
export function reasonNotReady(
  { state }: Claim,
  otherwise: string,
  t: T,
): string | undefined {
  if (state === 'Ready') return undefined;
  return state === 'Unknown' ? t('instance.unknownState') : otherwise;
}
