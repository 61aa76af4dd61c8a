/** Instances to choose from, in which the backend searches. */
import { useState } from 'react';
import { useClaims } from './useQueries';
import type { ClaimQuery } from '../api/queryKeys';

/** Instances in the list at once; the search finds the others. */
const LIMIT = 50;

/** @param filter - which instances can be chosen; default: all */
export function useInstanceSearch(
  filter: Pick<ClaimQuery, 'cluster' | 'namespace' | 'resource'>,
) {
  const [search, setSearch] = useState('');
  const instances = useClaims(
    {
      type: 'instance',
      ...filter,
      ...(search && { search }),
      sort: 'name',
      limit: LIMIT,
    },
    { keepPrevious: true },
  );
  return { instances, search, setSearch };
}
