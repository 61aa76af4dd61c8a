/** Handlers of the operators' operations on requests of users for services. */
import type { ServiceRequests } from '../requests/ServiceRequests';
import type { Handlers, OperationRequest } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

export function serviceRequestHandlers(
  access: PlatformAccess,
  requests: ServiceRequests,
): Pick<
  Handlers,
  'approveServiceRequest' | 'listServiceRequests' | 'dismissServiceRequest'
> {
  /** For who may bind the service there, so that an approval is no dead end. */
  async function answer(
    request: Pick<OperationRequest<unknown>, 'caller' | 'raw'>,
    id: string,
    eventId: string,
    run: () => Promise<void>,
  ): Promise<undefined> {
    const { caller } = request;
    await access.change(request, { eventId, meta: { id } }, async () => {
      const { cluster, resource } = await requests.get(id);
      await access.requireBind(caller, cluster, [resource]);
      await run();
    });
    return undefined;
  }

  return {
    async listServiceRequests({ caller, query }) {
      await access.requireRead(caller);
      const isVisible = await access.visibleExports(caller);
      const isManageable = await access.manageableExports(caller);
      const all = await requests.list({ answered: query?.answered });
      const items = all
        .filter(({ cluster, resource: name }) => isVisible({ cluster, name }))
        .map(item => ({
          ...item,
          mayAnswer: isManageable({
            cluster: item.cluster,
            name: item.resource,
          }),
        }));
      return { items };
    },

    approveServiceRequest: request =>
      answer(request, request.path.id, 'service-request-approve', () =>
        requests.approve(request.path.id, request.body),
      ),

    dismissServiceRequest: request =>
      answer(request, request.path.id, 'service-request-dismiss', () =>
        requests.dismiss(request.path.id, request.body),
      ),
  };
}
