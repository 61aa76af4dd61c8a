/** Dialog that restores a backup into its instance and overwrites the instance's data after its name was typed. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { Claim } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { useRelativeTime } from '../shared/RelativeTime';
import { TypedNameDialog } from '../shared/TypedNameDialog';
import { timestampedName } from './useBackUpNow';
import { useRelatedOrder } from './useRelatedOrder';

export function RestoreDialog(props: {
  instance: Claim;
  backup: Claim;
  onClose: () => void;
}) {
  const { instance, backup, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const order = useRelatedOrder(instance, 'restore');
  const create = useCreateClaim();
  const time = useRelativeTime(backup.finishedAt ?? backup.createdAt);
  return (
    <TypedNameDialog
      title={t('instance.backups.restoreTitle', {
        instance: instance.name,
        backup: backup.name,
      })}
      name={instance.name}
      action={t('instance.backups.restoreAction')}
      busy={create.isPending}
      ready={order.ready}
      error={create.error}
      onClose={onClose}
      onAction={() =>
        create.mutate(
          order.request(
            timestampedName(`${instance.name}-restore`, Date.now()),
            {
              backupRef: backup.name,
              instanceRef: instance.name,
            },
          ),
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('instance.backups.restoreStarted'),
              });
              onClose();
            },
          },
        )
      }
    >
      <DialogContentText>
        {t('instance.backups.restoreText', { instance: instance.name, time })}
      </DialogContentText>
    </TypedNameDialog>
  );
}
