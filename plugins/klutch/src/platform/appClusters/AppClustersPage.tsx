/** Page with the registered app clusters and their health, a page at a time. */
import { Link } from '@backstage/core-components';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import type { AppClusterQuery } from '../../api/queryKeys';
import { useLinks } from '../../hooks/useLinks';
import { useAppClusters } from '../../hooks/useQueries';
import { useFilledPage } from '../../hooks/useFilledPage';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { EmptyState } from '../../shared/EmptyState';
import { IconText } from '../../shared/IconText';
import { QueryState } from '../../shared/QueryState';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import { ListFilters } from '../../shared/ListFilters';
import { Pagination } from '../../shared/Pagination';
import { useListParams, type ListParams } from '../useListParams';
import { ManageButton } from '../ManageButton';
import { PlatformFrame } from '../PlatformFrame';
import { WaitingRequests } from '../requests/WaitingRequests';
import { AddAppClusterDialog } from './AddAppClusterDialog';
import { AddByJoinCommandDialog } from './AddByJoinCommandDialog';
import { HealthLabel } from './HealthLabel';
import { refusalText } from './refusalText';
import { useAppClusterList, usePlatformAccess } from './useAppCluster';

type Summary = Schemas['AppClusterSummary'];

/** Columns by which the backend sorts. */
type ColumnId =
  | 'name'
  | 'health'
  | 'konnector'
  | 'heartbeat'
  | 'token'
  | 'apis';

const healths: Summary['health'][] = [
  'Failing',
  'Degraded',
  'Waiting',
  'Suspended',
  'Healthy',
];

function useColumns(): Column<Summary, ColumnId>[] {
  const t = useT();
  const links = useLinks();
  return [
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
      render: cluster => <HealthLabel cluster={cluster} />,
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
      noWrap: true,
      render: ({ lastHeartbeatAt }) => <RelativeTime at={lastHeartbeatAt} />,
    },
    {
      id: 'token',
      title: t('appClusters.token.age'),
      noWrap: true,
      render: ({ tokenSince }) => <RelativeTime at={tokenSince} />,
    },
    {
      id: 'apis',
      title: t('platform.clusters.column.apis'),
      render: ({ apis, apisNotReady, unansweredClaims }) => (
        <>
          {apisNotReady > 0 ? (
            <IconText tone="warning">
              {t('appClusters.notReady', {
                n: String(apisNotReady),
                count: apis,
              })}
            </IconText>
          ) : (
            t('platform.clusters.apis', { count: apis })
          )}
          {unansweredClaims > 0 && (
            <div>
              <IconText tone="warning">
                {t('appClusters.claims.unanswered', {
                  count: unansweredClaims,
                })}
              </IconText>
            </div>
          )}
        </>
      ),
    },
  ];
}

function AppClusterList(props: {
  list: ListParams;
  clusters: ReturnType<typeof useAppClusterList>;
}) {
  const { clusters, list } = props;
  const t = useT();
  const columns = useColumns();
  return (
    <QueryState query={clusters} label={t('platform.clusters.what')}>
      {({ items, total }) =>
        total === 0 && !list.isFiltered ? (
          <EmptyState>{t('platform.clusters.empty')}</EmptyState>
        ) : (
          <>
            <ListFilters
              id="klutch-app-clusters"
              searchLabel={t('appClusters.list.search')}
              filter={list.filter}
              onChange={list.change}
              choices={[
                {
                  name: 'health',
                  label: t('platform.clusters.column.health'),
                  options: healths.map(value => ({
                    value,
                    title: t(`appClusters.health.${value}`),
                  })),
                },
              ]}
            />
            {total === 0 ? (
              <EmptyState>{t('appClusters.list.noMatch')}</EmptyState>
            ) : (
              <DataTable
                label={t('platform.sections.app-clusters')}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                isBusy={clusters.isPlaceholderData}
                order={list.order<ColumnId>('name')}
              />
            )}
            <Pagination total={total} page={list.page} onPage={list.goTo} />
          </>
        )
      }
    </QueryState>
  );
}

function AppClustersSection() {
  const t = useT();
  const list = useListParams(['health']);
  const clusters = useAppClusterList(list.query as AppClusterQuery);
  useFilledPage(
    list,
    clusters.data?.items.length === 0 && !clusters.isFetching,
  );
  const access = usePlatformAccess();
  const [adding, setAdding] = useState<'kubeconfig' | 'konnector'>();
  const close = () => setAdding(undefined);
  const connected = useAppClusters();
  // The page of the list, and those that have ever connected; the backend knows all.
  const taken = [clusters, connected].flatMap(
    ({ data }) => data?.items.map(({ id }) => id) ?? [],
  );
  const add = (
    <>
      <ManageButton
        forbidden={refusalText(access.data?.invite, t)}
        onClick={() => setAdding('konnector')}
      >
        {t('platform.clusters.join')}
      </ManageButton>
      <ManageButton
        variant="contained"
        color="primary"
        forbidden={refusalText(access.data?.register, t)}
        onClick={() => setAdding('kubeconfig')}
      >
        {t('platform.clusters.add')}
      </ManageButton>
    </>
  );
  return (
    <Section title={t('platform.sections.app-clusters')} actions={add}>
      <AppClusterList list={list} clusters={clusters} />
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
      <WaitingRequests />
      <AppClustersSection />
    </PlatformFrame>
  );
}
