/** How many requests for services wait, with the way to them; hidden when there are none. */
import { Link } from '@backstage/core-components';
import { useLinks } from '../../hooks/useLinks';
import { useT } from '../../hooks/useT';
import { Notice } from '../../shared/Notice';
import { useServiceRequests } from './useServiceRequests';

export function WaitingRequests() {
  const t = useT();
  const links = useLinks();
  const requests = useServiceRequests(false);
  const count = requests.data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <Notice tone="neutral">
      <Link to={links.platform('exports')}>
        {t('appClusters.requests.waiting', { count })}
      </Link>
    </Notice>
  );
}
