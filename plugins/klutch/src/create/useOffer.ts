/** What a service offers with the composition that a spec names. */
import { useMemo } from 'react';
import type { ServiceDetail } from '../api/types';
import { compositionIn, withComposition } from '../services/compositions';

/** @param spec - of an instance, or the settings of an order */
export function useOffer<S extends ServiceDetail | undefined>(
  service: S,
  spec: Record<string, unknown>,
): S | ServiceDetail {
  const composition = compositionIn(spec);
  return useMemo(
    () => service && withComposition(service, composition),
    [service, composition],
  );
}
