/** Route refs of the plugin in the new frontend system. */
import { createRouteRef } from '@backstage/frontend-plugin-api';

/** The Services page; all other pages are below its path. @public */
export const rootRouteRef = createRouteRef();
