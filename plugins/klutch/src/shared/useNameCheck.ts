/** Whether a name for a new claim is in use. */
import { validateName } from './validateName';
import type { ClaimQuery } from '../api/queryKeys';
import { useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';

/** Where names have to differ: claims of an API in a namespace. */
export type NameScope = Required<
  Pick<ClaimQuery, 'type' | 'cluster' | 'namespace'>
> &
  Pick<ClaimQuery, 'resource'>;

export interface NameCheck {
  isLoading: boolean;
  /** Whether it is known; a failed check is tried again. */
  isKnown: boolean;
  isTaken: boolean;
}

/**
 * The backend looks among all claims, also where a list would be too long to read. The app cluster decides when the claim
 * is created.
 *
 * @param name - an invalid one is not looked for
 */
export function useNameCheck(scope: NameScope, name: string): NameCheck {
  const t = useT();
  const isPlace = scope.cluster !== '' && scope.namespace !== '';
  const named = useClaims(
    { ...scope, name, limit: 1 },
    { enabled: isPlace && !validateName(name, t) },
  );
  return {
    isLoading: named.isLoading && !named.failureReason,
    isKnown: named.isSuccess,
    isTaken: Boolean(named.data?.items.length),
  };
}
