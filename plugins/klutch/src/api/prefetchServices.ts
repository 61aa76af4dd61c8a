/** Asks for the services while the code of the pages is loaded, because every page shows them. */
import type { ApiHolder } from '@backstage/frontend-plugin-api';
import { queryKeys } from '../hooks/queryKeys';
import { klutchApiRef } from './klutchApi';
import { unwrap } from './KlutchError';
import { klutchQueryClientApiRef } from './queryClientApi';

export function prefetchServices(apis: ApiHolder): void {
  const api = apis.get(klutchApiRef);
  if (!api) return;
  void apis.get(klutchQueryClientApiRef)?.prefetchQuery({
    queryKey: queryKeys.services,
    queryFn: () => unwrap(api.request('get', '/services')),
  });
}
