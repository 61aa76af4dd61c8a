/** Route refs of the old frontend system. */
import {
  createExternalRouteRef,
  createRouteRef,
} from '@backstage/core-plugin-api';

/** Route ref of the pages in an app on the old frontend system. @public */
export const legacyRootRouteRef = createRouteRef({ id: 'klutch' });

/** The catalog's page of an entity, in an app on the old frontend system. @public */
export const legacyCatalogEntityRouteRef = createExternalRouteRef({
  id: 'klutch-catalog-entity',
  params: ['kind', 'namespace', 'name'],
  optional: true,
  defaultTarget: 'catalog.catalogEntity',
});
