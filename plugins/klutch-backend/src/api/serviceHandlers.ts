/** Handlers of the developers' operations on services. */
import type { ControlPlane } from '../clusters/ControlPlane';
import { requirePerson } from '../identity/Caller';
import { reachabilityView } from '../clusters/appClusterView';
import type { ServiceAccess } from '../services/ServiceAccess';
import type { VisibleServices } from '../services/VisibleServices';
import type { Handlers } from './handlers';

export interface ServiceHandlerOptions {
  controlPlane: ControlPlane;
  serviceAccess: ServiceAccess;
  services: VisibleServices;
}

export function serviceHandlers({
  controlPlane,
  serviceAccess,
  services,
}: ServiceHandlerOptions): Pick<
  Handlers,
  'listServices' | 'getService' | 'listServiceAccess'
> {
  return {
    async listServices({ caller }) {
      return {
        items: await services.list(caller),
        controlPlane: reachabilityView(controlPlane.reachability),
      };
    },

    getService: ({ caller, path }) => services.require(caller, path.resource),

    async listServiceAccess({ caller }) {
      const person = requirePerson(caller);
      const visible = await services.list(caller);
      const instances = visible.filter(({ type }) => type === 'instance');
      return { items: await serviceAccess.list(person, instances) };
    },
  };
}
