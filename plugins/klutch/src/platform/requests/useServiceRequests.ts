/** Requests of users for services, and the operators' answers. */
import { useApi } from '@backstage/core-plugin-api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../../api/klutchApi';
import { unwrap, type KlutchError } from '../../api/KlutchError';
import { queryKeys } from '../../hooks/queryKeys';

/** @param answered - also those that were met or dismissed within the last 90 days */
export function useServiceRequests(answered: boolean) {
  const api = useApi(klutchApiRef);
  return useQuery<{ items: Schemas['OwnServiceRequest'][] }, KlutchError>({
    queryKey: [...queryKeys.serviceRequests, answered],
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/service-requests', {
          params: { query: answered ? { answered } : {} },
        }),
      ),
  });
}

/** An answer with the message that the person who asked sees. */
interface Answer {
  id: string;
  message?: string;
}

function useAnswer(answer: (answer: Answer) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation<unknown, KlutchError, Answer>({
    mutationFn: answer,
    onSuccess: () =>
      client.invalidateQueries({ queryKey: queryKeys.serviceRequests }),
  });
}

export function useDismissServiceRequest() {
  const api = useApi(klutchApiRef);
  return useAnswer(({ id, message }) =>
    unwrap(
      api.request('delete', '/platform/service-requests/{id}', {
        params: { path: { id } },
        body: message ? { message } : undefined,
        parseAs: 'text',
      }),
    ),
  );
}

export function useApproveServiceRequest() {
  const api = useApi(klutchApiRef);
  return useAnswer(({ id, message }) =>
    unwrap(
      api.request('post', '/platform/service-requests/{id}/approval', {
        params: { path: { id } },
        body: message ? { message } : {},
        parseAs: 'text',
      }),
    ),
  );
}
