/** Notice that an app cluster is unreachable, with the age of the shown data, or that the portal has no kubeconfig. */
import type { AppCluster } from '../api/types';
import { useT } from '../hooks/useT';
import { Disclosure } from './Disclosure';
import { Notice } from './Notice';
import { useRelativeTime } from './RelativeTime';

export function AppClusterBanner(props: { cluster: AppCluster | undefined }) {
  const { cluster } = props;
  const t = useT();
  const time = useRelativeTime(cluster?.reachability.since);
  if (!cluster || cluster.reachability.reachable) {
    return null;
  }
  if (cluster.connection === 'konnector') {
    return (
      <Notice
        tone="neutral"
        title={t('shared.appCluster.konnectorOnly', { title: cluster.title })}
      >
        {cluster.reachability.message}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={t('shared.appCluster.away', { title: cluster.title })}
    >
      {t('shared.appCluster.keeps', { time: time || t('shared.unknown') })}
      {cluster.reachability.message && (
        <Disclosure title={t('shared.details')}>
          {cluster.reachability.message}
        </Disclosure>
      )}
    </Notice>
  );
}
