/** App clusters by the names that people know. */
import { useAppClusters } from './useQueries';

/** A function from id to title; what is not registered is called by its id. */
export function useAppClusterTitle(): (id: string) => string {
  const clusters = useAppClusters();
  return id => clusters.data?.items.find(item => item.id === id)?.title ?? id;
}
