/** Dialog that registers an app cluster with a kubeconfig. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import { klutchToastApiRef } from '../../api/toastApi';
import { useRegisterAppCluster } from '../usePlatformMutations';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { useAppClusterNames } from './useAppClusterNames';
import { useKubeconfigField } from './useKubeconfigField';

export function AddAppClusterDialog(props: {
  /** Ids of the registered app clusters. */
  taken: string[];
  onClose: () => void;
}) {
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const register = useRegisterAppCluster();
  const names = useAppClusterNames(props.taken);
  const { field, kubeconfig, ready } = useKubeconfigField();

  return (
    <Dialog
      wide
      title={t('platform.add.title')}
      action={t('platform.add.action')}
      busy={register.isPending}
      ready={names.ready && ready}
      error={register.error}
      onClose={props.onClose}
      onAction={() =>
        register.mutate(
          { id: names.id, title: names.title, kubeconfig },
          {
            onSuccess: cluster => {
              toastApi.post({
                tone: 'success',
                text: t('platform.add.done', { title: cluster.title }),
              });
              props.onClose();
            },
          },
        )
      }
    >
      <DialogContentText>{t('platform.add.text')}</DialogContentText>
      {names.fields}
      {field}
    </Dialog>
  );
}
