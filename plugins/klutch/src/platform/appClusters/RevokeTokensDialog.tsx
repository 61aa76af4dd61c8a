/** Dialog that revokes the tokens of an app cluster after explaining the effect. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { PlatformAppCluster } from '../../api/types';
import { klutchToastApiRef } from '../../api/toastApi';
import { useRevokeTokens } from '../usePlatformMutations';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';

export function RevokeTokensDialog(props: {
  cluster: PlatformAppCluster;
  onClose: () => void;
}) {
  const { connection, id, title } = props.cluster;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const revoke = useRevokeTokens(id);
  return (
    <Dialog
      title={t('platform.revokeTokens.title', { title })}
      action={t('platform.revokeTokens.action')}
      busy={revoke.isPending}
      error={revoke.error}
      destructive
      onClose={props.onClose}
      onAction={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t('platform.revokeTokens.done', { title }),
            });
            props.onClose();
          },
        })
      }
    >
      <DialogContentText>
        {t('platform.revokeTokens.text', { title })}
      </DialogContentText>
      <DialogContentText>
        {connection === 'konnector'
          ? t('platform.revokeTokens.byJoinCommand', { title })
          : t('platform.revokeTokens.byBinding', { title })}
      </DialogContentText>
    </Dialog>
  );
}
