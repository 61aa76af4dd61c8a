/** One page of the exports of all app clusters. */
import { keepPreviousData } from '@tanstack/react-query';
import { queryKeys, type ExportQuery } from '../../api/queryKeys';
import { useRead } from '../../hooks/useRead';

/** The page before stays until the next one is there. */
export const useExportList = (query: ExportQuery) =>
  useRead(
    queryKeys.exports(query),
    api => api.request('get', '/platform/exports', { params: { query } }),
    { placeholderData: keepPreviousData },
  );
