/** Page with the registered app clusters and their health. */
import { Link } from '@backstage/core-components';
import Button from '@material-ui/core/Button';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import type { PlatformAppCluster } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { usePlatformAppClusters } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { AddAppClusterDialog } from './AddAppClusterDialog';
import { clusterTone } from './clusterTone';
import { AddByJoinCommandDialog } from './AddByJoinCommandDialog';
import { PlatformFrame } from './PlatformFrame';

const columns = ['name', 'health', 'konnector', 'heartbeat', 'apis'] as const;

function AppClustersTable({ clusters }: { clusters: PlatformAppCluster[] }) {
  const t = useT();
  const links = useLinks();
  return (
    <TableContainer>
      <Table aria-label={t('platform.sections.app-clusters')}>
        <TableHead>
          <TableRow>
            {columns.map(column => (
              <TableCell key={column}>
                {t(`platform.clusters.column.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {clusters.map(cluster => (
            <TableRow key={cluster.id} hover>
              <TableCell component="th" scope="row">
                <Link to={links.appCluster(cluster.id)}>{cluster.title}</Link>
                <Typography variant="body2" color="textSecondary">
                  {cluster.id}
                </Typography>
              </TableCell>
              <TableCell>
                <IconText tone={clusterTone(cluster)}>
                  {cluster.healthText}
                </IconText>
              </TableCell>
              <TableCell>
                {cluster.konnectorVersion
                  ? t('platform.clusters.konnector', {
                      version: cluster.konnectorVersion,
                    })
                  : t('platform.clusters.noKonnector')}
              </TableCell>
              <TableCell>
                <RelativeTime at={cluster.lastHeartbeatAt} />
              </TableCell>
              <TableCell>
                {t('platform.clusters.apis', {
                  count: cluster.bindings.length,
                })}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
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
      <Button onClick={() => setAdding('konnector')}>
        {t('platform.clusters.join')}
      </Button>
      <Button
        variant="contained"
        color="primary"
        onClick={() => setAdding('kubeconfig')}
      >
        {t('platform.clusters.add')}
      </Button>
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
      <AppClustersSection />
    </PlatformFrame>
  );
}
