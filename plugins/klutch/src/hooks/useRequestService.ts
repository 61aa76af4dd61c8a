/** Asks operators to bind a service to an app cluster. */
import { useApi } from '@backstage/core-plugin-api';
import { useMutation } from '@tanstack/react-query';
import { klutchApiRef } from '../api/klutchApi';
import { unwrap, type KlutchError } from '../api/KlutchError';

export function useRequestService(resource: string) {
  const api = useApi(klutchApiRef);
  return useMutation<unknown, KlutchError, { cluster: string; note?: string }>({
    mutationFn: body =>
      unwrap(
        api.request('post', '/services/{resource}/requests', {
          params: { path: { resource } },
          body,
          parseAs: 'text',
        }),
      ),
  });
}
