/** Route refs of the plugin in the new frontend system. */
import {
  createExternalRouteRef,
  createRouteRef,
} from '@backstage/frontend-plugin-api';

/** The Services page; all other pages are below its path. @public */
export const rootRouteRef = createRouteRef();

/** The catalog's page of an entity. @public */
export const catalogEntityRouteRef = createExternalRouteRef({
  params: ['kind', 'namespace', 'name'],
  defaultTarget: 'catalog.catalogEntity',
});
