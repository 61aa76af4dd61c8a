/** Connect tab: the service bindings of an instance, and the revealed credentials of one service binding. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import type { Claim } from '../api/types';
import { useClaimsOf, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { DisabledReason } from '../shared/DisabledReason';
import { EmptyState } from '../shared/EmptyState';
import { ErrorState } from '../shared/ErrorState';
import { Notice } from '../shared/Notice';
import { ownerName } from '../shared/ownerName';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { StateWithMessage } from '../shared/StateWithMessage';
import { BindingActions } from './BindingActions';
import { CreateBindingDialog } from './CreateBindingDialog';
import { CredentialsPanel } from './CredentialsPanel';
import { DeleteClaimDialog } from './DeleteClaimDialog';
import { newestFirst } from './newestFirst';
import { RotateDialog } from './RotateDialog';
import { successorOf } from './rotation';
import { useRelatedOrder } from './useRelatedOrder';
import { useReveal } from './useReveal';

const useStyles = makeStyles({ state: { maxWidth: 420 } });

function BindingsTable(props: {
  bindings: Claim[];
  onReveal: (binding: Claim) => void;
  onRotate: (binding: Claim) => void;
  onDelete: (binding: Claim) => void;
}) {
  const { bindings, ...actions } = props;
  const classes = useStyles();
  const t = useT();
  const columns: Column<Claim>[] = [
    {
      id: 'name',
      title: t('instance.connect.column.name'),
      render: binding => {
        const successor = successorOf(binding, bindings);
        return (
          <>
            {binding.name}
            {successor && (
              <Typography variant="body2" color="textSecondary">
                {t('instance.rotate.replacedBy', { name: successor.name })}
              </Typography>
            )}
          </>
        );
      },
    },
    {
      id: 'state',
      title: t('instance.connect.column.state'),
      render: binding => (
        <div className={classes.state}>
          <StateWithMessage claim={binding} />
        </div>
      ),
    },
    {
      id: 'createdBy',
      title: t('instance.connect.column.createdBy'),
      render: ({ owner }) => (owner ? ownerName(owner) : '–'),
    },
    {
      id: 'age',
      title: t('instance.connect.column.age'),
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'actions',
      title: t('instance.connect.column.actions'),
      align: 'right',
      render: binding => (
        <BindingActions
          binding={binding}
          successor={successorOf(binding, bindings)}
          {...actions}
        />
      ),
    },
  ];
  return (
    <DataTable
      label={t('instance.connect.title')}
      columns={columns}
      rows={bindings}
      keyOf={({ uid }) => uid}
    />
  );
}

export function ConnectTab({ instance }: { instance: Claim }) {
  const t = useT();
  const bindings = useClaimsOf(instance, 'binding');
  const services = useServices();
  const order = useRelatedOrder(instance, 'binding');
  const reveal = useReveal();
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Claim>();
  const [rotating, setRotating] = useState<Claim>();
  const serviceType =
    services.data?.items.find(item => item.resource === instance.resource)
      ?.serviceType ?? instance.kind;
  const create = (
    <DisabledReason reason={order.reason}>
      <Button
        variant="contained"
        color="primary"
        disabled={!order.ready}
        onClick={() => setCreating(true)}
      >
        {t('instance.connect.create')}
      </Button>
    </DisabledReason>
  );

  return (
    <>
      <Section title={t('instance.connect.title')} actions={create}>
        <QueryState query={bindings} label={t('instance.connect.what')}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState>
                {order.isUnsupported
                  ? order.reason
                  : t('instance.connect.hint')}
              </EmptyState>
            ) : (
              <BindingsTable
                bindings={newestFirst(items)}
                onReveal={binding => void reveal.open(binding)}
                onRotate={setRotating}
                onDelete={setDeleting}
              />
            )
          }
        </QueryState>
      </Section>
      {reveal.state.phase === 'reading' && (
        <Notice tone="busy">{t('instance.connect.revealing')}</Notice>
      )}
      {reveal.state.phase === 'failed' && (
        <ErrorState error={reveal.state.error} />
      )}
      {reveal.state.phase === 'open' && (
        <CredentialsPanel
          key={reveal.state.binding.uid}
          binding={reveal.state.binding}
          credentials={reveal.state.credentials}
          serviceType={serviceType}
          secondsLeft={reveal.secondsLeft}
          onClose={reveal.close}
        />
      )}
      {creating && (
        <CreateBindingDialog
          instance={instance}
          onClose={() => setCreating(false)}
          onCreated={() => setCreating(false)}
        />
      )}
      {rotating && bindings.data && (
        <RotateDialog
          instance={instance}
          binding={rotating}
          bindings={bindings.data.items}
          onClose={() => setRotating(undefined)}
        />
      )}
      {deleting && (
        <DeleteClaimDialog
          claim={deleting}
          title={t('instance.connect.deleteTitle', { name: deleting.name })}
          text={t('instance.connect.deleteText', { instance: instance.name })}
          action={t('instance.connect.deleteAction')}
          done={t('instance.connect.deleted', { name: deleting.name })}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
