/** Notices that a claim exists again, without asking its app cluster. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ClaimKey } from '../api/types';
import { queryKeys } from '../api/queryKeys';
import { useClaims } from './useQueries';

/**
 * Reads a claim again once the live index has it: somebody may apply it again after its deletion, or create it after its
 * page was opened. Signals do not refetch a claim that is gone, because each would be a request to its app cluster.
 */
export function useReturnedClaim(claimKey: ClaimKey, isGone: boolean): void {
  const { cluster, namespace, resource, name } = claimKey;
  const client = useQueryClient();
  const found = useClaims(
    { cluster, namespace, resource, name, limit: 1 },
    { enabled: isGone },
  );
  const uid = found.data?.items[0]?.uid;
  useEffect(() => {
    if (!isGone || uid === undefined) return;
    void client.invalidateQueries({
      queryKey: queryKeys.claim({ cluster, namespace, resource, name }),
    });
  }, [client, cluster, namespace, resource, name, isGone, uid]);
}
