/** Handlers of the developers' operations on their own requests for services. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import { klutchClaimCreatePermission } from '@klutch/backstage-plugin-klutch-common';
import { requirePerson, type Callers } from '../identity/Caller';
import type { ServiceRequests } from '../requests/ServiceRequests';
import type { VisibleServices } from '../services/VisibleServices';
import type { Handlers } from './handlers';
import { withAuditEvent } from './withAuditEvent';

export interface OwnServiceRequestHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  requests: ServiceRequests;
  services: VisibleServices;
}

export function ownServiceRequestHandlers({
  auditor,
  callers,
  requests,
  services,
}: OwnServiceRequestHandlerOptions): Pick<
  Handlers,
  'requestService' | 'listOwnServiceRequests' | 'withdrawServiceRequest'
> {
  return {
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
  };
}
