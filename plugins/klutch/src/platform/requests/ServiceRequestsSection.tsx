/** Requests of users for services, also those answered within the last 90 days; hidden when there are none. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import { useT } from '../../hooks/useT';
import type { Column } from '../../shared/DataTable';
import { EntityLink } from '../../shared/EntityLink';
import { PagedTable } from '../../shared/PagedTable';
import { QueryState } from '../../shared/QueryState';
import { RelativeTime } from '../../shared/RelativeTime';
import { RequestState } from '../../shared/RequestState';
import { Section } from '../../shared/Section';
import { AppClusterLink } from '../AppClusterLink';
import { ManageButton } from '../ManageButton';
import { ApproveRequestDialog } from './ApproveRequestDialog';
import { DismissRequestDialog } from './DismissRequestDialog';
import { useServiceRequests } from './useServiceRequests';

type Request = Schemas['OwnServiceRequest'];

const useStyles = makeStyles(theme => ({
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: theme.spacing(1),
  },
}));

function RequestActions(props: {
  request: Request;
  onApprove: () => void;
  onDismiss: () => void;
}) {
  const { mayAnswer, state, title, user } = props.request;
  const classes = useStyles();
  const t = useT();
  if (state === 'Fulfilled' || state === 'Dismissed') return null;
  const forbidden =
    mayAnswer === false ? t('appClusters.requests.mayNotAnswer') : undefined;
  return (
    <div className={classes.actions}>
      <ManageButton
        size="small"
        forbidden={forbidden}
        aria-label={t('appClusters.requests.approveLabel', { title, user })}
        onClick={props.onApprove}
      >
        {t('appClusters.requests.approve')}
      </ManageButton>
      <ManageButton
        size="small"
        forbidden={forbidden}
        aria-label={t('platform.requests.dismissLabel', { title, user })}
        onClick={props.onDismiss}
      >
        {t('platform.requests.dismiss')}
      </ManageButton>
    </div>
  );
}

function useColumns(
  onAnswer: (answer: 'approve' | 'dismiss', request: Request) => void,
): Column<Request>[] {
  const t = useT();
  return [
    {
      id: 'service',
      title: t('platform.requests.column.service'),
      render: ({ title }) => title,
    },
    {
      id: 'cluster',
      title: t('platform.requests.column.cluster'),
      render: ({ cluster }) => <AppClusterLink id={cluster} />,
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
      id: 'state',
      title: t('platform.exports.column.phase'),
      render: request => <RequestState request={request} reader="operator" />,
    },
    {
      id: 'age',
      title: t('platform.requests.column.age'),
      noWrap: true,
      render: ({ requestedAt }) => <RelativeTime at={requestedAt} />,
    },
    {
      id: 'actions',
      title: t('platform.requests.column.actions'),
      align: 'right',
      render: request => (
        <RequestActions
          request={request}
          onApprove={() => onAnswer('approve', request)}
          onDismiss={() => onAnswer('dismiss', request)}
        />
      ),
    },
  ];
}

export function ServiceRequestsSection() {
  const t = useT();
  const requests = useServiceRequests(true);
  const [open, setOpen] = useState<{
    answer: 'approve' | 'dismiss';
    request: Request;
  }>();
  const columns = useColumns((answer, request) => setOpen({ answer, request }));
  const close = () => setOpen(undefined);
  if (requests.isPending || requests.data?.items.length === 0) return null;
  const Answer =
    open?.answer === 'approve' ? ApproveRequestDialog : DismissRequestDialog;
  return (
    <Section title={t('platform.requests.title')}>
      <QueryState query={requests} label={t('platform.requests.title')}>
        {({ items }) => (
          <PagedTable
            size="small"
            label={t('platform.requests.title')}
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </QueryState>
      {open && <Answer request={open.request} onClose={close} />}
    </Section>
  );
}
