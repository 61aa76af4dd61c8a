/** Ends the tokens of an app cluster, saying what that means for it. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { PlatformAppCluster } from '../api/types';
import { klutchUiPortRef } from '../api/uiPort';
import { useEndTokens } from '../hooks/usePlatformMutations';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';

export function EndTokensDialog(props: {
  cluster: PlatformAppCluster;
  onClose: () => void;
}) {
  const { connection, id, title } = props.cluster;
  const t = useT();
  const port = useApi(klutchUiPortRef);
  const end = useEndTokens(id);
  return (
    <Dialog
      title={t('platform.endTokens.title', { title })}
      action={t('platform.endTokens.action')}
      busy={end.isPending}
      error={end.error}
      destructive
      onClose={props.onClose}
      onAction={() =>
        end.mutate(undefined, {
          onSuccess: () => {
            port.say({
              tone: 'success',
              text: t('platform.endTokens.done', { title }),
            });
            props.onClose();
          },
        })
      }
    >
      <DialogContentText>
        {t('platform.endTokens.text', { title })}
      </DialogContentText>
      <DialogContentText>
        {connection === 'konnector'
          ? t('platform.endTokens.byCommand', { title })
          : t('platform.endTokens.byBinding', { title })}
      </DialogContentText>
    </Dialog>
  );
}
