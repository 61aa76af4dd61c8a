/** Handlers of the operators' operations on requests of users for services. */
import type { ServiceRequests } from '../requests/ServiceRequests';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

/** Creates the handlers. */
export function serviceRequestHandlers(
  access: PlatformAccess,
  requests: ServiceRequests,
): Pick<
  Handlers,
  'approveServiceRequest' | 'listServiceRequests' | 'dismissServiceRequest'
> {
  return {
    async listServiceRequests({ caller, query }) {
      await access.requireRead(caller);
      return { items: await requests.list({ answered: query?.answered }) };
    },

    async approveServiceRequest(request) {
      const { id } = request.path;
      await access.change(
        request,
        { eventId: 'service-request-approve', meta: { id } },
        () => requests.approve(id, request.body),
      );
      return undefined;
    },

    async dismissServiceRequest(request) {
      const { id } = request.path;
      await access.change(
        request,
        { eventId: 'service-request-dismiss', meta: { id } },
        () => requests.dismiss(id, request.body),
      );
      return undefined;
    },
  };
}
