/** Route refs of the old frontend system. */
import { createRouteRef } from '@backstage/core-plugin-api';

/** Route ref of the pages in an app on the old frontend system. @public */
export const legacyRootRouteRef = createRouteRef({ id: 'klutch' });
