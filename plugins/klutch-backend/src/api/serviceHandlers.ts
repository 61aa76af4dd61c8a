/** Handlers of the developers' operations on services and the places where claims can be created. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import {
  klutchClaimCreatePermission,
  klutchClaimReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../clusters/ControlPlane';
import { requirePerson, type Caller, type Callers } from '../identity/Caller';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { Platform } from '../platform/Platform';
import { appClusterView, reachabilityView } from '../platform/platformViews';
import type { ServiceRequests } from '../requests/ServiceRequests';
import type { Namespaces } from '../services/Namespaces';
import type { ServiceAccess } from '../services/ServiceAccess';
import type { ServiceCatalog } from '../services/ServiceCatalog';
import { VisibleServices } from '../services/VisibleServices';
import type { Handlers } from './handlers';
import { withAuditEvent } from './withAuditEvent';

/** Dependencies of {@link serviceHandlers}. */
export interface ServiceHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  controlPlane: ControlPlane;
  permissions: ResourcePermissions;
  platform: Platform;
  catalog: ServiceCatalog;
  namespaces: Namespaces;
  serviceAccess: ServiceAccess;
  requests: ServiceRequests;
}

type ServiceHandlers = Pick<
  Handlers,
  | 'listServices'
  | 'getService'
  | 'listServiceAccess'
  | 'requestService'
  | 'listOwnServiceRequests'
  | 'withdrawServiceRequest'
  | 'listAppClusters'
  | 'listNamespaces'
>;

/** Creates the handlers. */
export function serviceHandlers({
  auditor,
  callers,
  controlPlane,
  permissions,
  platform,
  catalog,
  namespaces,
  serviceAccess,
  requests,
}: ServiceHandlerOptions): ServiceHandlers {
  const services = new VisibleServices(catalog, permissions);
  const requireRead = (caller: Caller) =>
    permissions.grantOnClaims(
      caller,
      klutchClaimReadPermission,
      'see services',
    );
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

    async requestService({ caller, path: { resource }, body, raw }) {
      const person = requirePerson(caller);
      const meta = { resource, cluster: body.cluster };
      await withAuditEvent(
        auditor,
        {
          eventId: 'service-request-create',
          severityLevel: 'low',
          request: raw,
          meta,
        },
        async () => {
          await callers.requirePermission(
            caller,
            klutchClaimCreatePermission,
            'order services, nor ask for them',
          );
          await services.require(caller, resource);
          await requests.add(person, resource, body);
        },
      );
      return undefined;
    },

    async listOwnServiceRequests({ caller }) {
      return { items: await requests.listOf(requirePerson(caller)) };
    },

    async withdrawServiceRequest({ caller, path: { id }, raw }) {
      const person = requirePerson(caller);
      await withAuditEvent(
        auditor,
        {
          eventId: 'service-request-withdraw',
          severityLevel: 'low',
          request: raw,
          meta: { id },
        },
        () => requests.withdraw(person, id),
      );
      return undefined;
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
