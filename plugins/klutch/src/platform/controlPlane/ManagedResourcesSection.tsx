/** Managed resources by provider and kind: how many are ready. */
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import type { ManagedResources } from '../../api/types';
import {
  managedResourcesPage,
  useManagedResources,
} from '../usePlatformQueries';
import { useFilledPage } from '../../hooks/useFilledPage';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { EmptyState } from '../../shared/EmptyState';
import { IconText } from '../../shared/IconText';
import { Pagination } from '../../shared/Pagination';
import { QueryState } from '../../shared/QueryState';
import { Section } from '../../shared/Section';
import { explanationText } from '../../shared/explanationText';

function Count(props: { n: number; isComplete: boolean }) {
  const t = useT();
  const n = String(props.n);
  return props.isComplete ? (
    <>{n}</>
  ) : (
    <>{t('platform.controlPlane.managed.atLeast', { n })}</>
  );
}

function NotReady({ row }: { row: ManagedResources }) {
  const t = useT();
  if (row.problem) {
    const { problem, problemParams, problemReason } = row;
    return (
      <IconText tone="neutral">
        {explanationText(
          { message: problem, reason: problemReason, params: problemParams },
          t,
        )}
      </IconText>
    );
  }
  return (
    <IconText tone={row.notReady > 0 ? 'warning' : 'ok'}>
      <Count n={row.notReady} isComplete={row.complete} />
    </IconText>
  );
}

function ManagedResourcesTable(props: {
  rows: ManagedResources[];
  isBusy: boolean;
}) {
  const t = useT();
  const columns: Column<ManagedResources>[] = [
    {
      id: 'kind',
      title: t('platform.controlPlane.managed.kind'),
      render: ({ kind, resource }) => (
        <>
          {kind}
          <Typography variant="body2" color="textSecondary">
            {resource}
          </Typography>
        </>
      ),
    },
    {
      id: 'provider',
      title: t('platform.controlPlane.managed.provider'),
      render: ({ provider }) => provider,
    },
    {
      id: 'ready',
      title: t('platform.controlPlane.managed.ready'),
      render: ({ complete, problem, ready }) =>
        problem ? '–' : <Count n={ready} isComplete={complete} />,
    },
    {
      id: 'notReady',
      title: t('platform.controlPlane.managed.notReady'),
      render: row => <NotReady row={row} />,
    },
  ];
  return (
    <DataTable
      size="small"
      label={t('platform.controlPlane.managed.title')}
      columns={columns}
      rows={props.rows}
      keyOf={({ resource }) => resource}
      isBusy={props.isBusy}
    />
  );
}

export function ManagedResourcesSection() {
  const t = useT();
  const [page, setPage] = useState(0);
  const managed = useManagedResources(page * managedResourcesPage);
  const isEmpty = managed.data?.items.length === 0 && !managed.isFetching;
  useFilledPage({ page, goTo: setPage }, isEmpty);
  return (
    <Section title={t('platform.controlPlane.managed.title')}>
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('platform.controlPlane.managed.intro')}
      </Typography>
      <QueryState
        query={managed}
        label={t('platform.controlPlane.managed.what')}
      >
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState>{t('platform.controlPlane.managed.empty')}</EmptyState>
          ) : (
            <>
              <ManagedResourcesTable
                rows={items}
                isBusy={managed.isPlaceholderData}
              />
              <Pagination
                total={total}
                page={page}
                rowsPerPage={managedResourcesPage}
                onPage={setPage}
              />
            </>
          )
        }
      </QueryState>
    </Section>
  );
}
