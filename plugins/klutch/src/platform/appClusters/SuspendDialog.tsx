/** Dialog that suspends or resumes all bindings of an app cluster. */
import { useApi } from '@backstage/core-plugin-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { klutchToastApiRef } from '../../api/toastApi';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { KubectlNotice } from './KubectlNotice';
import { useSuspend } from './useAppCluster';

const annotate =
  'kubectl -n klutch-bind annotate apiservicebindings --all --overwrite klutch.anynines.com/suspend';

export function SuspendDialog(props: {
  cluster: Schemas['AppClusterDetail'];
  onClose: () => void;
}) {
  const { connection, id, suspended, title } = props.cluster;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const suspend = useSuspend(id);
  const action = suspended ? 'resume' : 'suspend';
  if (connection === 'konnector') {
    return (
      <Dialog
        wide
        hideCancel
        title={t('appClusters.suspend.title', { title })}
        action={t('appClusters.close')}
        onAction={props.onClose}
        onClose={props.onClose}
      >
        <DialogContentText>
          {t('appClusters.suspend.text', { title })}
        </DialogContentText>
        <KubectlNotice
          title={title}
          command={`${annotate}=true\n# ${t('appClusters.resume.action')}\n${annotate}-`}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t(`appClusters.${action}.title`, { title })}
      action={t(`appClusters.${action}.action`)}
      busy={suspend.isPending}
      error={suspend.error}
      destructive={!suspended}
      onClose={props.onClose}
      onAction={() =>
        suspend.mutate(!suspended, {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t(`appClusters.${action}.done`, { title }),
            });
            props.onClose();
          },
        })
      }
    >
      <DialogContentText>
        {t(`appClusters.${action}.text`, { title })}
      </DialogContentText>
    </Dialog>
  );
}
