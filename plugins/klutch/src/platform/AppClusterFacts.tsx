/** Health, konnector and names of an app cluster. */
import type { PlatformAppCluster } from '../api/types';
import { useT } from '../hooks/useT';
import { DescriptionList } from '../shared/DescriptionList';
import { IconText } from '../shared/IconText';
import { RelativeTime } from '../shared/RelativeTime';
import { explanationText } from '../shared/explanationText';
import { clusterTone } from './clusterTone';

export function AppClusterFacts({ cluster }: { cluster: PlatformAppCluster }) {
  const t = useT();
  return (
    <DescriptionList
      items={[
        {
          name: t('platform.clusters.column.health'),
          value: (
            <IconText tone={clusterTone(cluster)}>
              {explanationText(
                {
                  message: cluster.healthText,
                  reason: cluster.healthReason,
                  params: cluster.healthParams,
                },
                t,
              )}
            </IconText>
          ),
        },
        {
          name: t('platform.clusters.column.heartbeat'),
          value: <RelativeTime at={cluster.lastHeartbeatAt} />,
        },
        {
          name: t('platform.clusters.column.konnector'),
          value: cluster.konnectorVersion
            ? t('platform.clusters.konnector', {
                version: cluster.konnectorVersion,
              })
            : t('platform.clusters.noKonnector'),
        },
        { name: t('platform.cluster.id'), value: cluster.id },
        {
          name: t('platform.cluster.clusterNamespace'),
          value: cluster.clusterNamespace ?? '–',
        },
      ]}
    />
  );
}
