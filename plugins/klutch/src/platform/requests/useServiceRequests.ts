/** Requests of users for services, and the operators' answers. */
import { useApi } from '@backstage/core-plugin-api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../../api/klutchApi';
import { unwrap, type KlutchError } from '../../api/KlutchError';
import { queryKeys } from '../../api/queryKeys';
import { useRead } from '../../hooks/useRead';

/** @param answered - also those that were met or dismissed within the last 90 days */
export const useServiceRequests = (answered: boolean) =>
  useRead(queryKeys.serviceRequestList(answered), api =>
    api.request('get', '/platform/service-requests', {
      params: { query: answered ? { answered } : {} },
    }),
  );

/** An answer, with the state that was read and the message that the person who asked sees. */
type Answer = Pick<Schemas['OwnServiceRequest'], 'id' | 'state'> & {
  message?: string;
};

/** The body of an answer; only requests that are open or approved can be answered. */
const bodyOf = ({ message, state }: Answer) => ({
  ...(message && { message }),
  ...((state === 'Open' || state === 'Approved') && { state }),
});

function useAnswer(answer: (answer: Answer) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation<unknown, KlutchError, Answer>({
    mutationFn: answer,
    // Also after a conflict, whose list has the answer of somebody else.
    onSettled: () =>
      void client.invalidateQueries({ queryKey: queryKeys.serviceRequests }),
  });
}

export function useDismissServiceRequest() {
  const api = useApi(klutchApiRef);
  return useAnswer(answer =>
    unwrap(
      api.request('delete', '/platform/service-requests/{id}', {
        params: { path: { id: answer.id } },
        body: bodyOf(answer),
        parseAs: 'text',
      }),
    ),
  );
}

export function useApproveServiceRequest() {
  const api = useApi(klutchApiRef);
  return useAnswer(answer =>
    unwrap(
      api.request('post', '/platform/service-requests/{id}/approval', {
        params: { path: { id: answer.id } },
        body: bodyOf(answer),
        parseAs: 'text',
      }),
    ),
  );
}
