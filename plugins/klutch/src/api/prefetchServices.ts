/** Asks for the services while the code of the pages is loaded, because every page shows them. */
import type { ApiHolder } from '@backstage/frontend-plugin-api';
import { klutchApiRef } from './klutchApi';
import { klutchQueryClientApiRef } from './queryClientApi';
import { servicesQuery } from './servicesQuery';

export function prefetchServices(apis: ApiHolder): void {
  const api = apis.get(klutchApiRef);
  if (!api) return;
  void apis.get(klutchQueryClientApiRef)?.prefetchQuery(servicesQuery(api));
}
