/** Where the plugin's pages are mounted, in the new frontend system. */
import { createRouteRef } from '@backstage/frontend-plugin-api';

/** The catalog of data services, from which all pages are reached. @public */
export const rootRouteRef = createRouteRef();
