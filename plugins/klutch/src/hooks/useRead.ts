/** Reads of the REST API. */
import { useApi } from '@backstage/core-plugin-api';
import type { KlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { klutchApiRef } from '../api/klutchApi';
import { unwrap, type KlutchError, type RestCall } from '../api/KlutchError';

/** @param options - further options of the query */
export function useRead<T>(
  queryKey: readonly unknown[],
  read: (api: KlutchClient) => RestCall<T>,
  options: Omit<
    UseQueryOptions<NoInfer<T>, KlutchError>,
    'queryKey' | 'queryFn'
  > = {},
) {
  const api = useApi(klutchApiRef);
  return useQuery<T, KlutchError>({
    ...options,
    queryKey,
    queryFn: () => unwrap(read(api)),
  });
}
