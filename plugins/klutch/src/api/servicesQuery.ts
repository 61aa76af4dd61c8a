/** The query of the services, which every page shows. */
import type { KlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { queryKeys } from './queryKeys';
import { unwrap } from './KlutchError';

export const servicesQuery = (api: KlutchClient) => ({
  queryKey: queryKeys.services,
  queryFn: () => unwrap(api.request('get', '/services')),
});
