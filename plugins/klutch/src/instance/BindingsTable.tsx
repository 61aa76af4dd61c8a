/** The service bindings of an instance, with what uses them on demand. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import type { Claim } from '../api/types';
import type { Forbidden } from '../hooks/useForbidden';
import { useT } from '../hooks/useT';
import type { Column } from '../shared/DataTable';
import { PagedTable } from '../shared/PagedTable';
import { ownerName } from '../shared/ownerName';
import { RelativeTime } from '../shared/RelativeTime';
import { BindingActions } from './BindingActions';
import { StateWithProgress } from './StateWithProgress';
import { UsedBy } from './UsedBy';
import { successorOf } from './rotation';

const useStyles = makeStyles({ state: { maxWidth: 420 } });

/** Lists workloads only on request, because each list reads all workloads of the namespace. */
function UsedByOnRequest({ binding }: { binding: Claim }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  if (isShown) return <UsedBy binding={binding} />;
  return (
    <Button
      size="small"
      aria-label={t('instance.connect.showUseLabel', { name: binding.name })}
      onClick={() => setShown(true)}
    >
      {t('instance.connect.showUse')}
    </Button>
  );
}

export function BindingsTable(props: {
  bindings: Claim[];
  /** Number of all service bindings, also those that are not read. */
  total: number;
  forbidden: Forbidden;
  onReveal: (binding: Claim) => void;
  onRotate: (binding: Claim) => void;
  onDelete: (binding: Claim) => void;
}) {
  const { bindings, total, ...actions } = props;
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
          <StateWithProgress claim={binding} />
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
      id: 'usedBy',
      title: t('instance.connect.column.usedBy'),
      render: binding => <UsedByOnRequest binding={binding} />,
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
    <PagedTable
      label={t('instance.connect.title')}
      columns={columns}
      rows={bindings}
      total={total}
      keyOf={({ uid }) => uid}
    />
  );
}
