/** Dialog that stores or replaces the kubeconfig of a registered app cluster. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { PlatformAppCluster } from '../../api/types';
import { klutchToastApiRef } from '../../api/toastApi';
import { useSetKubeconfig } from '../usePlatformMutations';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { useKubeconfigField } from './useKubeconfigField';

export function KubeconfigDialog(props: {
  cluster: PlatformAppCluster;
  onClose: () => void;
}) {
  const { connection, id, title } = props.cluster;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const setKubeconfig = useSetKubeconfig(id);
  const { field, kubeconfig, ready } = useKubeconfigField();
  return (
    <Dialog
      wide
      title={t('platform.kubeconfig.title', { title })}
      action={t('platform.kubeconfig.action')}
      busy={setKubeconfig.isPending}
      ready={ready}
      error={setKubeconfig.error}
      onClose={props.onClose}
      onAction={() =>
        setKubeconfig.mutate(
          { kubeconfig },
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('platform.kubeconfig.done', { title }),
              });
              props.onClose();
            },
          },
        )
      }
    >
      <DialogContentText>
        {connection === 'konnector'
          ? t('platform.kubeconfig.first', { title })
          : t('platform.kubeconfig.another', { title })}
      </DialogContentText>
      {field}
    </Dialog>
  );
}
