import type { Claim } from '../api/types';
import { useClaimsOf } from '../hooks/useQueries';
import { runningRestore } from './pendingRestore';

/** The restore that overwrites the data of an instance now, if there is one. */
export const useRunningRestore = (instance: Claim): Claim | undefined =>
  runningRestore(instance, useClaimsOf(instance, 'restore').data?.items ?? []);
