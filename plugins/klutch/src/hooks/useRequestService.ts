/** A developer's own requests to operators to bind a service to an app cluster. */
import { useApi } from '@backstage/core-plugin-api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isWaitingRequest } from '../api/isWaitingRequest';
import { klutchApiRef } from '../api/klutchApi';
import type { Service } from '../api/types';
import { unwrap, type KlutchError } from '../api/KlutchError';
import { queryKeys } from '../api/queryKeys';
import { useRead } from './useRead';

function useRefreshRequests() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ queryKey: queryKeys.ownServiceRequests });
}

/** Asks for a service; replaces an earlier request for the same service and app cluster. */
export function useRequestService(resource: string) {
  const api = useApi(klutchApiRef);
  const onSuccess = useRefreshRequests();
  return useMutation<unknown, KlutchError, { cluster: string; note?: string }>({
    mutationFn: body =>
      unwrap(
        api.request('post', '/services/{resource}/requests', {
          params: { path: { resource } },
          body,
          parseAs: 'text',
        }),
      ),
    onSuccess,
  });
}

/** The user's own requests with their answers, newest first. */
export const useOwnServiceRequests = () =>
  useRead(queryKeys.ownServiceRequests, api =>
    api.request('get', '/service-requests'),
  );

/** App clusters that do not bind the service, and for which the user's request does not wait already. */
export function useClustersToAskFor({ resource, clusters }: Service) {
  const requests = useOwnServiceRequests().data?.items ?? [];
  const isWaiting = ({ id }: { id: string }) =>
    requests.some(
      request =>
        isWaitingRequest(request) &&
        request.resource === resource &&
        request.cluster === id,
    );
  return clusters.filter(cluster => !cluster.bound && !isWaiting(cluster));
}

/** Removes a request of the user's own, by its id. */
export function useWithdrawServiceRequest() {
  const api = useApi(klutchApiRef);
  const onSuccess = useRefreshRequests();
  return useMutation<unknown, KlutchError, string>({
    mutationFn: id =>
      unwrap(
        api.request('delete', '/service-requests/{id}', {
          params: { path: { id } },
          parseAs: 'text',
        }),
      ),
    onSuccess,
  });
}
