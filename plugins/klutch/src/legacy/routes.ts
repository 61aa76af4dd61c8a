/** Route refs of the old frontend system. */
import {
  createExternalRouteRef,
  createRouteRef,
  createSubRouteRef,
} from '@backstage/core-plugin-api';
import { pagePaths } from '../pagePaths';

/** Route ref of the Services page in an app on the old frontend system. @public */
export const legacyRootRouteRef = createRouteRef({ id: 'klutch' });

/** Route ref of the platform pages in an app on the old frontend system. @public */
export const legacyPlatformRouteRef = createRouteRef({ id: 'klutch-platform' });

/** The page of a service; `resource` is `<plural>.<group>`. @public */
export const legacyServiceRouteRef = createSubRouteRef({
  id: 'klutch-service',
  parent: legacyRootRouteRef,
  path: pagePaths.service,
});

/** The order form of a service; `resource` is `<plural>.<group>`. @public */
export const legacyCreateInstanceRouteRef = createSubRouteRef({
  id: 'klutch-create-instance',
  parent: legacyRootRouteRef,
  path: pagePaths.createInstance,
});

/** The page of an instance; the parameters are the fields of `ClaimRef`. @public */
export const legacyInstanceRouteRef = createSubRouteRef({
  id: 'klutch-instance',
  parent: legacyRootRouteRef,
  path: pagePaths.instance,
});

/** The plugin's own platform pages; optional, unlike a route ref, because an app need not have these pages. */
export const legacyOptionalPlatformRouteRef = createExternalRouteRef({
  id: 'klutch-platform-pages',
  optional: true,
  defaultTarget: 'klutch.platform',
});

/** The catalog's page of an entity, in an app on the old frontend system. @public */
export const legacyCatalogEntityRouteRef = createExternalRouteRef({
  id: 'klutch-catalog-entity',
  params: ['kind', 'namespace', 'name'],
  optional: true,
  defaultTarget: 'catalog.catalogEntity',
});
