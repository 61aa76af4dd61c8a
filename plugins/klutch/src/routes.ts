/** Where the plugin's pages are mounted, in the new frontend system. */
import { createRouteRef } from '@backstage/frontend-plugin-api';

/** The Services page, from which all pages are reached. @public */
export const rootRouteRef = createRouteRef();
