/** Dialog that restores a backup: into its instance, whose data it overwrites, or into a new instance. */
import DialogContentText from '@material-ui/core/DialogContentText';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormHelperText from '@material-ui/core/FormHelperText';
import Radio from '@material-ui/core/Radio';
import RadioGroup from '@material-ui/core/RadioGroup';
import { useState } from 'react';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useForbidden } from '../hooks/useForbidden';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { RestoreInPlace } from './RestoreInPlace';
import { RestoreIntoNew } from './RestoreIntoNew';
import { useRelatedOrder } from './useRelatedOrder';
import { useRestoreIntoNew } from './useRestoreIntoNew';
import type { RestoreProps } from './useRestoreOrder';

export function RestoreDialog(
  props: Omit<RestoreProps, 'intro'> & {
    /** The backup was deleted while the dialog is open. */
    isGone: boolean;
  },
) {
  const { instance } = props;
  const t = useT();
  const { service } = useRelatedOrder(instance, 'restore');
  // Both mutations are kept while the user chooses another target, because they know what was ordered already.
  const restore = useRestoreIntoNew(instance, props.backup);
  const inPlace = useCreateClaim();
  const newForbidden = useForbidden(instance).create('instance');
  const [target, setTarget] = useState<'same' | 'new'>();
  // Nothing is chosen at first: one of the two overwrites data.
  const choice = service?.restoresElsewhere && (
    <RadioGroup
      aria-label={t('instance.backups.restoreTarget')}
      value={target ?? ''}
      onChange={(_, value) => {
        inPlace.reset();
        setTarget(value === 'new' ? 'new' : 'same');
      }}
    >
      <FormControlLabel
        value="new"
        disabled={Boolean(newForbidden) || inPlace.isPending}
        control={<Radio color="primary" />}
        label={t('instance.backups.restoreNew')}
      />
      {newForbidden && <FormHelperText>{newForbidden}</FormHelperText>}
      <FormControlLabel
        value="same"
        disabled={restore.isPending}
        control={<Radio color="primary" />}
        label={t('instance.backups.restoreSame', { name: instance.name })}
      />
    </RadioGroup>
  );
  const intro = (
    <>
      <DialogContentText>
        {t('instance.backups.restoreRight', { namespace: instance.namespace })}
      </DialogContentText>
      {choice}
    </>
  );
  const isGone = props.isGone && !restore.isPending && !inPlace.isPending;
  if (target === 'new' && !isGone) {
    return <RestoreIntoNew {...props} intro={intro} restore={restore} />;
  }
  if ((target === 'same' || !choice) && !isGone) {
    return <RestoreInPlace {...props} intro={intro} create={inPlace} />;
  }
  return (
    <Dialog
      title={t('instance.backups.restoreTitle', {
        instance: instance.name,
        backup: props.backup.name,
      })}
      action={t('instance.backups.restoreUnchosen')}
      ready={false}
      onAction={() => {}}
      onClose={props.onClose}
    >
      {isGone ? (
        <Notice tone="warning">
          {t('reasons.BackupGone', {
            backup: props.backup.name,
            cluster: instance.clusterTitle,
          })}
        </Notice>
      ) : (
        intro
      )}
    </Dialog>
  );
}
