/** Route refs of the plugin in the new frontend system. */
import {
  createExternalRouteRef,
  createRouteRef,
  createSubRouteRef,
} from '@backstage/frontend-plugin-api';
import { pagePaths } from './pagePaths';

/** The Services page; all other pages but those of the platform are below its path. @public */
export const rootRouteRef = createRouteRef();

/** The platform pages, which the app has for people with the permission `klutch.platform.read`. @public */
export const platformRouteRef = createRouteRef();

/** The page of a service; `resource` is `<plural>.<group>`. @public */
export const serviceRouteRef = createSubRouteRef({
  parent: rootRouteRef,
  path: pagePaths.service,
});

/** The order form of a service; `resource` is `<plural>.<group>`. @public */
export const createInstanceRouteRef = createSubRouteRef({
  parent: rootRouteRef,
  path: pagePaths.createInstance,
});

/** The page of an instance; the parameters are the fields of `ClaimRef`. @public */
export const instanceRouteRef = createSubRouteRef({
  parent: rootRouteRef,
  path: pagePaths.instance,
});

/** The catalog's page of an entity. @public */
export const catalogEntityRouteRef = createExternalRouteRef({
  params: ['kind', 'namespace', 'name'],
  defaultTarget: 'catalog.catalogEntity',
});
