/** What the step “Where” reads from the app cluster: the namespaces, and the instances whose names are taken. */
import type { ServiceDetail } from '../api/types';
import { MAX_LIMIT, useClaims, useNamespaces } from '../hooks/useQueries';
import { pickNamespace, type Draft } from './draft';

export function useTargetData(service: ServiceDetail, draft: Draft) {
  const instances = useClaims(
    {
      type: 'instance',
      cluster: draft.cluster,
      namespace: draft.namespace,
      resource: service.resource,
      limit: MAX_LIMIT,
    },
    { enabled: draft.cluster !== '' && draft.namespace !== '' },
  );
  const namespaces = useNamespaces(
    draft.cluster || undefined,
    service.resource,
  );
  const isNamespacePending = namespaces.data
    ? pickNamespace(namespaces.data.items, draft.namespace) !== draft.namespace
    : namespaces.isLoading;
  return {
    /** Whether the namespaces or the existing instances are still loading. */
    isLoading:
      isNamespacePending || (instances.isLoading && !instances.failureReason),
    /** Whether the existing instances are loaded. */
    isNameChecked: instances.isSuccess,
    isTaken: Boolean(
      instances.data?.items.some(
        claim =>
          claim.resource === service.resource && claim.name === draft.name,
      ),
    ),
  };
}
