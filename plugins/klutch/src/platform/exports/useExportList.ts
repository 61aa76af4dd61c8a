/** One page of the exports of all app clusters. */
import { useApi } from '@backstage/core-plugin-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  operations,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../../api/klutchApi';
import { unwrap, type KlutchError } from '../../api/KlutchError';
import { queryKeys } from '../../api/queryKeys';

/** Filter, order and page of the exports. */
export type ExportQuery = NonNullable<
  operations['listExports']['parameters']['query']
>;

/** The page before stays until the next one is there. */
export function useExportList(query: ExportQuery) {
  const api = useApi(klutchApiRef);
  return useQuery<{ items: Schemas['Export'][]; total: number }, KlutchError>({
    queryKey: [...queryKeys.exports, query],
    queryFn: () =>
      unwrap(api.request('get', '/platform/exports', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}
