/** The service of an instance. */
import { useMemo } from 'react';
import type { ClaimDetail } from '../api/types';
import { compositionIn, withComposition } from '../create/plans';
import { useService } from '../hooks/useQueries';

/** With what the composition of the instance has; undefined for a service that is no longer offered. */
export function useServiceOf({ resource, spec }: ClaimDetail) {
  const { data: service } = useService(resource);
  const composition = compositionIn(spec);
  return useMemo(
    () => service && withComposition(service, composition),
    [service, composition],
  );
}
