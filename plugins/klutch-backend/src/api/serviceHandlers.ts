/** Handlers of the developers' operations on services and the places where claims can be created. */
import { NotFoundError } from '@backstage/errors';
import { klutchClaimReadPermission } from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../clusters/ControlPlane';
import { requirePerson, type Caller, type Callers } from '../identity/Caller';
import type { Platform } from '../platform/Platform';
import { appClusterView, reachabilityView } from '../platform/platformViews';
import type { Namespaces } from '../services/Namespaces';
import type { ServiceCatalog } from '../services/ServiceCatalog';
import type { Handlers } from './handlers';

/** Dependencies of {@link serviceHandlers}. */
export interface ServiceHandlerOptions {
  callers: Callers;
  controlPlane: ControlPlane;
  platform: Platform;
  catalog: ServiceCatalog;
  namespaces: Namespaces;
}

type ServiceHandlers = Pick<
  Handlers,
  'listServices' | 'getService' | 'listAppClusters' | 'listNamespaces'
>;

/** Creates the handlers. */
export function serviceHandlers({
  callers,
  controlPlane,
  platform,
  catalog,
  namespaces,
}: ServiceHandlerOptions): ServiceHandlers {
  const requireRead = (caller: Caller) =>
    callers.requirePermission(
      caller,
      klutchClaimReadPermission,
      'see services',
    );
  return {
    async listServices({ caller }) {
      await requireRead(caller);
      return {
        items: catalog.list(),
        controlPlane: reachabilityView(controlPlane.reachability),
      };
    },

    async getService({ caller, path }) {
      await requireRead(caller);
      const service = catalog.get(path.resource);
      if (service) return service;
      throw new NotFoundError(
        `The service "${path.resource}" is not offered here. Choose one that is listed under Services.`,
      );
    },

    async listAppClusters({ caller }) {
      await requireRead(caller);
      return { items: platform.joined().map(appClusterView) };
    },

    async listNamespaces({ caller, path, query }) {
      await requireRead(caller);
      const person = requirePerson(caller);
      return {
        items: await namespaces.list(person, path.cluster, query.resource),
      };
    },
  };
}
