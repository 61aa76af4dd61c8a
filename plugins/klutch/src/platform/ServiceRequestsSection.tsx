/** Requests of users for services; hidden when there are none. */
import { Link } from '@backstage/core-components';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useLinks } from '../hooks/useLinks';
import { useServiceRequests } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { EntityLink } from '../shared/EntityLink';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { DismissRequestDialog } from './DismissRequestDialog';
import { ManageButton } from './ManageButton';

export function ServiceRequestsSection() {
  const t = useT();
  const links = useLinks();
  const titleOf = useAppClusterTitle();
  const requests = useServiceRequests();
  const [dismissed, setDismissed] = useState<Schemas['ServiceRequest']>();
  if (requests.isPending || requests.data?.items.length === 0) return null;
  const columns: Column<Schemas['ServiceRequest']>[] = [
    {
      id: 'service',
      title: t('platform.requests.column.service'),
      render: ({ title }) => title,
    },
    {
      id: 'cluster',
      title: t('platform.requests.column.cluster'),
      render: ({ cluster }) => (
        <Link to={links.appCluster(cluster)}>{titleOf(cluster)}</Link>
      ),
    },
    {
      id: 'user',
      title: t('platform.requests.column.user'),
      render: ({ user }) => <EntityLink entityRef={user} />,
    },
    {
      id: 'note',
      title: t('platform.requests.column.note'),
      render: ({ note }) => note ?? '–',
    },
    {
      id: 'age',
      title: t('platform.requests.column.age'),
      render: ({ requestedAt }) => <RelativeTime at={requestedAt} />,
    },
    {
      id: 'actions',
      title: t('platform.requests.column.actions'),
      align: 'right',
      render: request => (
        <ManageButton
          size="small"
          aria-label={t('platform.requests.dismissLabel', {
            title: request.title,
            user: request.user,
          })}
          onClick={() => setDismissed(request)}
        >
          {t('platform.requests.dismiss')}
        </ManageButton>
      ),
    },
  ];
  return (
    <Section title={t('platform.requests.title')}>
      <QueryState query={requests} label={t('platform.requests.title')}>
        {({ items }) => (
          <DataTable
            size="small"
            label={t('platform.requests.title')}
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </QueryState>
      {dismissed && (
        <DismissRequestDialog
          request={dismissed}
          onClose={() => setDismissed(undefined)}
        />
      )}
    </Section>
  );
}
