/** The exports of all app clusters, a page at a time, with app cluster, permission claims, conditions and schema version. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { ExportQuery } from '../../api/queryKeys';
import type { Condition } from '../../api/types';
import { useAppClusters, useServices } from '../../hooks/useQueries';
import { useFilledPage } from '../../hooks/useFilledPage';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { EmptyState } from '../../shared/EmptyState';
import { IconText } from '../../shared/IconText';
import { QueryState } from '../../shared/QueryState';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import { AppClusterLink } from '../AppClusterLink';
import { claimSentence } from '../templates/claimSentence';
import { ListFilters, type Choice } from '../../shared/ListFilters';
import { Pagination } from '../../shared/Pagination';
import { useListParams } from '../useListParams';
import { useExportList } from './useExportList';

const useStyles = makeStyles({ short: { whiteSpace: 'nowrap' } });

function Conditions({ conditions }: { conditions: Condition[] }) {
  const classes = useStyles();
  const t = useT();
  const bad = conditions.filter(condition => condition.status !== 'True');
  if (conditions.length === 0) {
    return (
      <IconText tone="busy">{t('platform.exports.noConditions')}</IconText>
    );
  }
  if (bad.length === 0) {
    return (
      <span className={classes.short}>
        <IconText tone="ok">{t('platform.exports.good')}</IconText>
      </span>
    );
  }
  return (
    <>
      {bad.map(({ type, status, message }) => (
        <div key={type}>
          <IconText tone={status === 'False' ? 'warning' : 'busy'}>
            {status === 'False'
              ? t('platform.exports.bad', { type })
              : t('platform.exports.pending', { type })}
          </IconText>
          {message && (
            <Typography variant="body2" color="textSecondary">
              {message}
            </Typography>
          )}
        </div>
      ))}
    </>
  );
}

/** Columns; the backend sorts by all but permission claims and schema version. */
type ColumnId = 'name' | 'cluster' | 'claims' | 'state' | 'schema' | 'created';

function useColumns(): Column<Schemas['Export'], ColumnId>[] {
  const t = useT();
  const services = useServices();
  const titleOf = (name: string) =>
    services.data?.items.find(({ resource }) => resource === name)?.title;
  return [
    {
      id: 'name',
      title: t('platform.exports.column.api'),
      render: ({ name }) => (
        <>
          {titleOf(name)}
          <Typography variant="body2" color="textSecondary">
            {name}
          </Typography>
        </>
      ),
    },
    {
      id: 'cluster',
      title: t('platform.exports.column.cluster'),
      render: ({ cluster }) => <AppClusterLink id={cluster} />,
    },
    {
      id: 'claims',
      title: t('platform.exports.column.claims'),
      render: ({ claims }) =>
        claims.map(claim => claimSentence(claim, t)).join(' ') ||
        t('platform.claims.none'),
    },
    {
      id: 'state',
      title: t('platform.exports.column.conditions'),
      render: ({ conditions }) => <Conditions conditions={conditions} />,
    },
    {
      id: 'schema',
      title: t('platform.exports.column.schema'),
      render: ({ schemaHash }) => (
        <code title={schemaHash}>{schemaHash?.slice(0, 10) ?? '–'}</code>
      ),
    },
    {
      id: 'created',
      title: t('platform.exports.column.age'),
      noWrap: true,
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

const states: Schemas['ExportState'][] = ['Failing', 'Pending', 'Ready'];

/** @param cluster - the app cluster that is chosen, which may not be registered any more */
function useChoices(cluster: string): Choice[] {
  const t = useT();
  const clusters = useAppClusters().data?.items ?? [];
  const isUnknown = cluster && !clusters.some(({ id }) => id === cluster);
  return [
    {
      name: 'state',
      label: t('platform.exports.column.phase'),
      options: states.map(value => ({
        value,
        title: t(`appClusters.exportState.${value}`),
      })),
    },
    {
      name: 'cluster',
      label: t('platform.exports.column.cluster'),
      options: [
        ...clusters.map(({ id, title }) => ({ value: id, title })),
        ...(isUnknown ? [{ value: cluster, title: cluster }] : []),
      ],
    },
  ];
}

const isSortable = (column: ColumnId) =>
  column !== 'claims' && column !== 'schema';

export function ExportsSection() {
  const t = useT();
  const list = useListParams(['state', 'cluster']);
  const exports = useExportList(list.query as ExportQuery);
  useFilledPage(list, exports.data?.items.length === 0 && !exports.isFetching);
  const columns = useColumns();
  const order = list.order<ColumnId>('cluster');
  const choices = useChoices(list.filter.cluster ?? '');
  return (
    <Section title={t('platform.exports.exports')}>
      <QueryState query={exports} label={t('platform.exports.what')}>
        {({ items, total }) =>
          total === 0 && !list.isFiltered ? (
            <EmptyState>{t('platform.exports.noExports')}</EmptyState>
          ) : (
            <>
              <ListFilters
                id="klutch-exports"
                searchLabel={t('appClusters.list.search')}
                filter={list.filter}
                choices={choices}
                onChange={list.change}
              />
              {total === 0 ? (
                <EmptyState>{t('appClusters.list.noMatch')}</EmptyState>
              ) : (
                <DataTable
                  size="small"
                  label={t('platform.exports.exports')}
                  columns={columns}
                  rows={items}
                  keyOf={({ clusterNamespace, name }) =>
                    `${clusterNamespace}/${name}`
                  }
                  isBusy={exports.isPlaceholderData}
                  order={{
                    ...order,
                    onSort: column => {
                      if (isSortable(column)) order.onSort(column);
                    },
                  }}
                />
              )}
              <Pagination total={total} page={list.page} onPage={list.goTo} />
            </>
          )
        }
      </QueryState>
    </Section>
  );
}
