/** Display titles of app clusters. */
import { useAppClusters } from './useQueries';

/** Returns a function from id to title; it returns the id of an app cluster that is not registered. */
export function useAppClusterTitle(): (id: string) => string {
  const clusters = useAppClusters();
  return id => clusters.data?.items.find(item => item.id === id)?.title ?? id;
}
