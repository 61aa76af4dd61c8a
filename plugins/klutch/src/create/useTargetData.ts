/** What the step “Where” reads from the app cluster: the namespaces, and whether the name is taken. */
import type { ServiceDetail } from '../api/types';
import { useNameCheck } from '../shared/useNameCheck';
import { useNamespaces } from '../hooks/useQueries';
import { pickNamespace, type Draft } from './draft';

export function useTargetData(service: ServiceDetail, draft: Draft) {
  const { cluster, namespace } = draft;
  const { resource } = service;
  const name = useNameCheck(
    { type: 'instance', cluster, namespace, resource },
    draft.name,
  );
  const namespaces = useNamespaces(cluster || undefined, resource);
  const isNamespacePending = namespaces.data
    ? pickNamespace(namespaces.data.items, namespace) !== namespace
    : namespaces.isLoading;
  return {
    /** Undefined while it is not known. */
    namespace: namespaces.data?.items.find(({ name: id }) => id === namespace),
    /** Whether the namespaces are still loading, or it is unknown whether the name is taken. */
    isLoading: isNamespacePending || name.isLoading,
    isNameChecked: name.isKnown,
    isTaken: name.isTaken,
  };
}
