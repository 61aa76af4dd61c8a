/** Notice that an app cluster is unreachable, with the age of the shown data, or that the portal has no kubeconfig. */
import { explanationText } from './explanationText';
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
  const problem = explanationText(cluster.reachability, t);
  if (cluster.connection === 'konnector') {
    return (
      <Notice
        tone="neutral"
        title={t('shared.appCluster.konnectorOnly', { title: cluster.title })}
      >
        {problem}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={t('shared.appCluster.away', { title: cluster.title })}
    >
      {t('shared.appCluster.keeps', { time: time || t('shared.unknown') })}
      {problem && (
        <Disclosure title={t('shared.details')}>{problem}</Disclosure>
      )}
    </Notice>
  );
}
