/** Dialog that restores a backup into an instance, whose data it overwrites, after the name of the instance was typed. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import { klutchToastApiRef } from '../api/toastApi';
import type { useCreateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { useRelativeTime } from '../shared/RelativeTime';
import { TypedNameDialog } from '../shared/TypedNameDialog';
import { useRestoreOrder, type RestoreProps } from './useRestoreOrder';
import { useRunningRestore } from './useRunningRestore';

export function RestoreInPlace({
  instance,
  backup,
  intro,
  create,
  onClose,
}: RestoreProps & { create: ReturnType<typeof useCreateClaim> }) {
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const order = useRestoreOrder(instance, backup);
  const running = useRunningRestore(instance);
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
        create.mutate(order.request(instance.name), {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t('instance.backups.restoreStarted'),
            });
            onClose();
          },
        })
      }
    >
      {intro}
      {order.reason && <Notice tone="warning">{order.reason}</Notice>}
      {running && (
        <Notice tone="warning">
          {t('instance.backups.restoreRunning', { name: running.name })}
        </Notice>
      )}
      <DialogContentText>
        {t('instance.backups.restoreText', { instance: instance.name, time })}
      </DialogContentText>
    </TypedNameDialog>
  );
}
