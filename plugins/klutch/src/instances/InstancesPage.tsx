/** The instances that the user may see, across all app clusters, one page at a time. */
import Button from '@material-ui/core/Button';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFilledPage } from '../hooks/useFilledPage';
import { useLinks } from '../hooks/useLinks';
import { useClaims, useMe, useServices } from '../hooks/useQueries';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { useT } from '../hooks/useT';
import { AppClusterBanner } from '../shared/AppClusterBanner';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { EmptyState } from '../shared/EmptyState';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { Notice } from '../shared/Notice';
import { PageFrame } from '../shared/PageFrame';
import { Pagination } from '../shared/Pagination';
import { QueryState } from '../shared/QueryState';
import { Skeleton } from '../shared/Skeleton';
import { DeletedInstanceBackups } from './DeletedInstanceBackups';
import { InstanceFilters } from './InstanceFilters';
import {
  formatOrder,
  instanceFilters,
  instanceQuery,
  nextOrder,
  parseOrder,
  readFilter,
} from './instanceList';
import { InstancesTable } from './InstancesTable';
import { SelectionBar } from './SelectionBar';

type InstancesQuery = ReturnType<typeof useClaims>;
type InstancesPageData = NonNullable<InstancesQuery['data']>;

/** Cursors of the pages up to the present one, of the list with this filter and order. */
interface VisitedPages {
  listKey: string;
  cursors: string[];
}

/** The filter and order in the URL, and the cursors of the pages up to the present one. */
function useInstanceList() {
  const [urlParams, change] = useSearchFilter([...instanceFilters, 'sort']);
  const { sort, ...rest } = urlParams;
  const filter = readFilter(rest);
  const order = parseOrder(sort);
  const listKey = JSON.stringify(urlParams);
  const [visited, setVisited] = useState<VisitedPages>({
    listKey,
    cursors: [],
  });
  const cursors = visited.listKey === listKey ? visited.cursors : [];
  return {
    filter,
    order,
    query: instanceQuery(filter, order, cursors.at(-1)),
    isFiltered: Object.values(filter).some(Boolean),
    page: cursors.length,
    changeFilter: change,
    sortBy: (column: Parameters<typeof nextOrder>[1]) =>
      change({ sort: formatOrder(nextOrder(order, column)) }),
    goTo: (page: number, nextCursor = '') =>
      setVisited({
        listKey,
        cursors:
          page > cursors.length
            ? [...cursors, nextCursor]
            : cursors.slice(0, page),
      }),
  };
}

function NoInstances() {
  const t = useT();
  const links = useLinks();
  return (
    <EmptyState
      action={
        <Button
          variant="contained"
          color="primary"
          component={Link}
          to={links.services()}
        >
          {t('instances.emptyAction')}
        </Button>
      }
    >
      {t('instances.empty')}
    </EmptyState>
  );
}

/** All instances that there are lie in namespaces where the person may not list them. */
function NotListed() {
  const t = useT();
  const me = useMe();
  return (
    <Notice tone="neutral">
      {t('instances.notListed', { user: me.data?.kubernetesUser ?? '…' })}
    </Notice>
  );
}

function Instances(props: {
  data: InstancesPageData;
  isOutdated: boolean;
  list: ReturnType<typeof useInstanceList>;
}) {
  const { data, isOutdated, list } = props;
  const { items, clusters, total, facets } = data;
  const t = useT();
  const services = useServices();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // What is no longer on the page is not acted upon.
  const selectedItems = items.filter(({ uid }) => selected.has(uid));
  const complete = data.complete !== false;
  useFilledPage(list, items.length === 0 && complete && !isOutdated);
  const offered = services.data?.items;
  const iconOf = useCallback(
    (resource: string) =>
      offered?.find(service => service.resource === resource)?.icon ?? '',
    [offered],
  );

  return (
    <>
      {clusters.map(cluster => (
        <AppClusterBanner key={cluster.id} cluster={cluster} />
      ))}
      <IncompleteNotice complete={complete} />
      {data.forbidden && <NotListed />}
      {total === 0 && !list.isFiltered && complete && <NoInstances />}
      {facets && (total > 0 || list.isFiltered) && (
        <InstanceFilters
          facets={facets}
          clusters={clusters}
          filter={list.filter}
          onChange={list.changeFilter}
        />
      )}
      {total === 0 && list.isFiltered && complete && (
        <EmptyState>{t('instances.noMatch')}</EmptyState>
      )}
      <SelectionBar
        instances={selectedItems}
        onSelect={chosen => setSelected(new Set(chosen.map(({ uid }) => uid)))}
      />
      {total > 0 && (
        <InstancesTable
          selected={selected}
          onSelect={setSelected}
          claims={items}
          iconOf={iconOf}
          isOutdated={isOutdated}
          order={list.order}
          onSort={list.sortBy}
        />
      )}
      <Pagination
        total={total}
        page={list.page}
        onPage={page => list.goTo(page, data.nextCursor)}
        isNextDisabled={isOutdated || !data.nextCursor}
      />
      <DeletedInstanceBackups />
    </>
  );
}

export function InstancesPage() {
  const t = useT();
  const services = useServices();
  const list = useInstanceList();
  const claims = useClaims(list.query, { keepPrevious: true });
  return (
    <PageFrame active="instances">
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState
        query={claims}
        label={t('instances.what')}
        skeleton={<Skeleton label={t('instances.what')} rows={5} height={52} />}
      >
        {data => (
          <Instances
            data={data}
            isOutdated={claims.isPlaceholderData}
            list={list}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}
