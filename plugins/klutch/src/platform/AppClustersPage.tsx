/** Page with the registered app clusters and their health. */
import { Link } from '@backstage/core-components';
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import type { PlatformAppCluster } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { usePlatformAppClusters } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { EmptyState } from '../shared/EmptyState';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { explanationText } from '../shared/explanationText';
import { AddAppClusterDialog } from './AddAppClusterDialog';
import { ManageButton } from './ManageButton';
import { clusterTone } from './clusterTone';
import { AddByJoinCommandDialog } from './AddByJoinCommandDialog';
import { PlatformFrame } from './PlatformFrame';
import { ServiceRequestsSection } from './ServiceRequestsSection';

function AppClustersTable({ clusters }: { clusters: PlatformAppCluster[] }) {
  const t = useT();
  const links = useLinks();
  const columns: Column<PlatformAppCluster>[] = [
    {
      id: 'name',
      title: t('platform.clusters.column.name'),
      render: ({ id, title }) => (
        <>
          <Link to={links.appCluster(id)}>{title}</Link>
          <Typography variant="body2" color="textSecondary">
            {id}
          </Typography>
        </>
      ),
    },
    {
      id: 'health',
      title: t('platform.clusters.column.health'),
      render: cluster => (
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
      id: 'konnector',
      title: t('platform.clusters.column.konnector'),
      render: ({ konnectorVersion }) =>
        konnectorVersion
          ? t('platform.clusters.konnector', { version: konnectorVersion })
          : t('platform.clusters.noKonnector'),
    },
    {
      id: 'heartbeat',
      title: t('platform.clusters.column.heartbeat'),
      render: ({ lastHeartbeatAt }) => <RelativeTime at={lastHeartbeatAt} />,
    },
    {
      id: 'apis',
      title: t('platform.clusters.column.apis'),
      render: ({ bindings }) =>
        t('platform.clusters.apis', { count: bindings.length }),
    },
  ];
  return (
    <DataTable
      label={t('platform.sections.app-clusters')}
      columns={columns}
      rows={clusters}
      keyOf={({ id }) => id}
    />
  );
}

function AppClustersSection() {
  const t = useT();
  const clusters = usePlatformAppClusters();
  const [adding, setAdding] = useState<'kubeconfig' | 'konnector'>();
  const close = () => setAdding(undefined);
  const taken = clusters.data?.items.map(cluster => cluster.id) ?? [];
  const add = (
    <>
      <ManageButton onClick={() => setAdding('konnector')}>
        {t('platform.clusters.join')}
      </ManageButton>
      <ManageButton
        variant="contained"
        color="primary"
        onClick={() => setAdding('kubeconfig')}
      >
        {t('platform.clusters.add')}
      </ManageButton>
    </>
  );
  return (
    <Section title={t('platform.sections.app-clusters')} actions={add}>
      <QueryState query={clusters} label={t('platform.clusters.what')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{t('platform.clusters.empty')}</EmptyState>
          ) : (
            <AppClustersTable clusters={items} />
          )
        }
      </QueryState>
      {adding === 'kubeconfig' && (
        <AddAppClusterDialog taken={taken} onClose={close} />
      )}
      {adding === 'konnector' && (
        <AddByJoinCommandDialog taken={taken} onClose={close} />
      )}
    </Section>
  );
}

export function AppClustersPage() {
  return (
    <PlatformFrame active="app-clusters">
      <ServiceRequestsSection />
      <AppClustersSection />
    </PlatformFrame>
  );
}
