/** What a service offers with a composition. */
import { useMemo } from 'react';
import type { ServiceDetail } from '../api/types';
import { withComposition } from './compositions';

export function useOffer<S extends ServiceDetail | undefined>(
  service: S,
  composition: string | undefined,
): S | ServiceDetail {
  return useMemo(
    () => service && withComposition(service, composition),
    [service, composition],
  );
}
