/** Dialog that gives the konnector of an app cluster a new token. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { PlatformAppCluster } from '../../api/types';
import { klutchToastApiRef } from '../../api/toastApi';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { useRotateToken } from './useAppCluster';

export function RotateTokenDialog(props: {
  cluster: PlatformAppCluster;
  onClose: () => void;
}) {
  const { connection, id, title } = props.cluster;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const rotate = useRotateToken(id);
  if (connection === 'konnector') {
    return (
      <Dialog
        hideCancel
        title={t('appClusters.rotate.title', { title })}
        action={t('appClusters.close')}
        onAction={props.onClose}
        onClose={props.onClose}
      >
        <DialogContentText>
          {t('appClusters.rotate.withoutKubeconfig', { title })}
        </DialogContentText>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('appClusters.rotate.title', { title })}
      action={t('appClusters.rotate.action')}
      busy={rotate.isPending}
      error={rotate.error}
      onClose={props.onClose}
      onAction={() =>
        rotate.mutate(undefined, {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t('appClusters.rotate.done', { title }),
            });
            props.onClose();
          },
        })
      }
    >
      <DialogContentText>
        {t('appClusters.rotate.text', { title })}
      </DialogContentText>
    </Dialog>
  );
}
