/** What can be done with a service binding. */
import { usePermission } from '@backstage/plugin-permission-react';
import {
  klutchClaimCreatePermission,
  klutchClaimDeletePermission,
} from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import type { Claim } from '../api/types';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';

const useStyles = makeStyles(theme => ({
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: theme.spacing(1),
  },
}));

export function BindingActions(props: {
  binding: Claim;
  /** The service binding that replaces this one. */
  successor: Claim | undefined;
  onReveal: (binding: Claim) => void;
  onRotate: (binding: Claim) => void;
  onDelete: (binding: Claim) => void;
}) {
  const { binding, successor } = props;
  const classes = useStyles();
  const t = useT();
  const me = useMe();
  const mayDelete = usePermission({ permission: klutchClaimDeletePermission });
  let revealDisabledReason: string | undefined;
  if (me.data && !me.data.mayReveal) {
    revealDisabledReason = t('shared.permission.reveal');
  } else if (binding.state !== 'Ready') {
    revealDisabledReason = t('instance.connect.notReady');
  }
  const mayCreate = usePermission({ permission: klutchClaimCreatePermission });
  const rotateDisabledReason =
    mayCreate.loading || mayCreate.allowed
      ? undefined
      : t('shared.permission.create');
  const deleteDisabledReason =
    mayDelete.loading || mayDelete.allowed
      ? undefined
      : t('shared.permission.delete');

  return (
    <div className={classes.actions}>
      <DisabledReason reason={revealDisabledReason}>
        <Button
          size="small"
          variant="outlined"
          disabled={Boolean(revealDisabledReason) || !me.data}
          aria-label={t('instance.connect.revealLabel', {
            name: binding.name,
          })}
          onClick={() => props.onReveal(binding)}
        >
          {t('instance.connect.reveal')}
        </Button>
      </DisabledReason>
      <DisabledReason reason={rotateDisabledReason}>
        <Button
          size="small"
          variant={successor ? 'contained' : 'text'}
          color={successor ? 'primary' : 'default'}
          disabled={
            Boolean(rotateDisabledReason) ||
            binding.deleting ||
            (!successor && binding.state !== 'Ready')
          }
          aria-label={
            successor
              ? t('instance.rotate.continueLabel', { name: binding.name })
              : t('instance.rotate.actionLabel', { name: binding.name })
          }
          onClick={() => props.onRotate(binding)}
        >
          {successor
            ? t('instance.rotate.continue')
            : t('instance.rotate.action')}
        </Button>
      </DisabledReason>
      <DisabledReason reason={deleteDisabledReason}>
        <Button
          size="small"
          disabled={!mayDelete.allowed || binding.deleting}
          aria-label={t('instance.connect.deleteLabel', {
            name: binding.name,
          })}
          onClick={() => props.onDelete(binding)}
        >
          {t('instance.connect.delete')}
        </Button>
      </DisabledReason>
    </div>
  );
}
