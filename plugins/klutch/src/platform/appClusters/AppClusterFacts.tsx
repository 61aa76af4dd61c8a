/** Health and names of an app cluster. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useT } from '../../hooks/useT';
import { DescriptionList } from '../../shared/DescriptionList';
import { HealthLabel } from './HealthLabel';

export function AppClusterFacts(props: {
  cluster: Schemas['AppClusterDetail'];
}) {
  const { cluster } = props;
  const t = useT();
  return (
    <DescriptionList
      items={[
        {
          name: t('platform.clusters.column.health'),
          value: <HealthLabel cluster={cluster} />,
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
