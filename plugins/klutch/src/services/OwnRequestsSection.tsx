/** What the user asked the operators for, with their answers; hidden when there is nothing. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import { Link } from 'react-router-dom';
import { isWaitingRequest } from '../api/isWaitingRequest';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useCreateAccess } from '../hooks/useCreateAccess';
import { useLinks } from '../hooks/useLinks';
import { useServices } from '../hooks/useQueries';
import {
  useOwnServiceRequests,
  useWithdrawServiceRequest,
} from '../hooks/useRequestService';
import { useT } from '../hooks/useT';
import type { Column } from '../shared/DataTable';
import { DisabledReason } from '../shared/DisabledReason';
import { ErrorState } from '../shared/ErrorState';
import { FormError } from '../shared/FormError';
import { IconText } from '../shared/IconText';
import { PagedTable } from '../shared/PagedTable';
import { queryError } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { RequestState } from '../shared/RequestState';
import { Section } from '../shared/Section';

type OwnRequest = Schemas['OwnServiceRequest'];

/** The service of a request that was bound where it was asked for; undefined if it no longer is. */
function useBoundService({ cluster, resource }: OwnRequest) {
  return useServices().data?.items.find(
    service =>
      service.resource === resource &&
      service.clusters.some(({ id, bound }) => bound && id === cluster),
  );
}

/** The state of a request; a service can have been unbound since. */
function OwnRequestState({ request }: { request: OwnRequest }) {
  const t = useT();
  const services = useServices();
  const service = useBoundService(request);
  return request.state === 'Fulfilled' && services.data && !service ? (
    <IconText tone="neutral">{t('services.own.unbound')}</IconText>
  ) : (
    <RequestState request={request} reader="asker" />
  );
}

/** Opens the order of a service that was bound because of a request. */
function CreateLink({ request }: { request: OwnRequest }) {
  const t = useT();
  const links = useLinks();
  const titleOf = useAppClusterTitle();
  const { resource, title, cluster } = request;
  const service = useBoundService(request);
  const access = useCreateAccess(service);
  if (!service) return null;
  return (
    <DisabledReason reason={access.reason}>
      <Button
        size="small"
        color="primary"
        disabled={access.loading}
        component={Link}
        to={links.create(resource, { cluster })}
        aria-label={t('services.own.createLabel', {
          title,
          cluster: titleOf(cluster),
        })}
      >
        {t('services.create')}
      </Button>
    </DisabledReason>
  );
}

export function OwnRequestsSection() {
  const t = useT();
  const titleOf = useAppClusterTitle();
  const requests = useOwnServiceRequests();
  const withdraw = useWithdrawServiceRequest();
  const items = requests.data?.items ?? [];
  const problem = queryError(requests);
  if (problem && !requests.data) {
    return (
      <Section title={t('services.own.title')}>
        <ErrorState
          error={problem}
          autoRetry
          onRetry={() => void requests.refetch()}
        />
      </Section>
    );
  }
  if (items.length === 0) return null;
  const columns: Column<OwnRequest>[] = [
    {
      id: 'service',
      title: t('services.own.column.service'),
      render: ({ title }) => title,
    },
    {
      id: 'cluster',
      title: t('services.own.column.cluster'),
      render: ({ cluster }) => titleOf(cluster),
    },
    {
      id: 'state',
      title: t('services.own.column.state'),
      render: request => <OwnRequestState request={request} />,
    },
    {
      id: 'age',
      title: t('services.own.column.age'),
      render: ({ requestedAt }) => <RelativeTime at={requestedAt} />,
    },
    {
      id: 'actions',
      title: t('services.own.column.actions'),
      align: 'right',
      render: request => {
        const { id, title, state } = request;
        const action = isWaitingRequest(request) ? 'withdraw' : 'remove';
        return (
          <>
            {state === 'Fulfilled' && <CreateLink request={request} />}
            <Button
              size="small"
              disabled={withdraw.isPending}
              aria-label={t(`services.own.${action}Label`, { title })}
              onClick={() => withdraw.mutate(id)}
            >
              {t(`services.own.${action}`)}
            </Button>
          </>
        );
      },
    },
  ];
  return (
    <Section title={t('services.own.title')}>
      <FormError error={withdraw.error} />
      <PagedTable
        size="small"
        label={t('services.own.title')}
        columns={columns}
        rows={items}
        keyOf={({ id }) => id}
      />
    </Section>
  );
}
