/** The service of an instance. */
import type { ClaimDetail } from '../api/types';
import { useOffer } from '../plans/useOffer';
import { compositionIn } from '../plans/compositions';
import { useService } from '../hooks/useQueries';

/** With what the composition of the instance has; undefined for a service that is no longer offered. */
export const useServiceOf = ({ resource, spec }: ClaimDetail) =>
  useOffer(useService(resource).data, compositionIn(spec));
