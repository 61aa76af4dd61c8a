/** Link to the page of an app cluster; for one that is not registered any more, what identifies it. */
import { Link } from '@backstage/core-components';
import { useLinks } from '../hooks/useLinks';
import { useAppClusters } from '../hooks/useQueries';

export function AppClusterLink({ id }: { id: string }) {
  const links = useLinks();
  const clusters = useAppClusters();
  const found = clusters.data?.items.find(cluster => cluster.id === id);
  return found ? (
    <Link to={links.appCluster(id)}>{found.title}</Link>
  ) : (
    <>{id}</>
  );
}
