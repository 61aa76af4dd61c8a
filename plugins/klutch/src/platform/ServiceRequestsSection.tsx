/** Requests of users for services; hidden when there are none. */
import { Link } from '@backstage/core-components';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useLinks } from '../hooks/useLinks';
import { useDismissServiceRequest } from '../hooks/usePlatformMutations';
import { useServiceRequests } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { EntityLink } from '../shared/EntityLink';
import { FormError } from '../shared/FormError';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';

export function ServiceRequestsSection() {
  const t = useT();
  const links = useLinks();
  const titleOf = useAppClusterTitle();
  const requests = useServiceRequests();
  const dismiss = useDismissServiceRequest();
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
      render: ({ id, title, user }) => (
        <Button
          size="small"
          disabled={dismiss.isPending}
          aria-label={t('platform.requests.dismissLabel', { title, user })}
          onClick={() => dismiss.mutate(id)}
        >
          {t('platform.requests.dismiss')}
        </Button>
      ),
    },
  ];
  return (
    <Section title={t('platform.requests.title')}>
      <FormError error={dismiss.error} />
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
    </Section>
  );
}
