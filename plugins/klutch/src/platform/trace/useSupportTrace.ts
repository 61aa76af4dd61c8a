/** Traces a claim when somebody asks for it: each trace is audited, so none is repeated without a click. */
import { useApi } from '@backstage/core-plugin-api';
import { useMutation } from '@tanstack/react-query';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../../api/klutchApi';
import { unwrap, type KlutchError } from '../../api/KlutchError';

export function useSupportTrace() {
  const api = useApi(klutchApiRef);
  return useMutation<Schemas['SupportTraceResult'], KlutchError, string>({
    mutationFn: text =>
      unwrap(api.request('post', '/platform/trace', { body: { text } })),
  });
}
