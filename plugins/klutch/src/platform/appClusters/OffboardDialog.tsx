/** Dialog that previews and confirms the offboarding of an app cluster; its name must be typed. */
import { useApi } from '@backstage/core-plugin-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useNavigate } from 'react-router-dom';
import { klutchToastApiRef } from '../../api/toastApi';
import { useLinks } from '../../hooks/useLinks';
import { useOffboard } from '../usePlatformMutations';
import { useOffboarding } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { Notice } from '../../shared/Notice';
import { QueryState } from '../../shared/QueryState';
import { TypedNameDialog } from '../../shared/TypedNameDialog';
import { OffboardingPreview } from './OffboardingPreview';

export function OffboardDialog(props: {
  cluster: Schemas['AppClusterDetail'];
  onClose: () => void;
}) {
  const { bindings, id, title } = props.cluster;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const links = useLinks();
  const navigate = useNavigate();
  const preview = useOffboarding(id);
  const offboard = useOffboard(id);
  return (
    <TypedNameDialog
      title={t('platform.offboard.title', { title })}
      name={title}
      action={t('platform.offboard.action')}
      busy={offboard.isPending}
      ready={preview.data !== undefined}
      error={offboard.error}
      onClose={props.onClose}
      onAction={confirm =>
        offboard.mutate(
          {
            confirm,
            liveObjects: preview.data?.liveObjects ?? 0,
            uncounted: preview.data?.uncounted ?? [],
          },
          {
            // The backend refuses when there is more to delete than previewed, so the preview is refetched.
            onError: () => void preview.refetch(),
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('platform.offboard.done', { title }),
              });
              navigate(links.platform('app-clusters'));
            },
          },
        )
      }
    >
      <DialogContentText>
        {t('appClusters.offboard.text', { title })}
      </DialogContentText>
      {bindings.length > 0 && (
        <Notice tone="warning">
          {t('appClusters.offboard.unbindFirst', { title })}
        </Notice>
      )}
      <QueryState query={preview} label={t('platform.offboard.what')}>
        {data => <OffboardingPreview preview={data} title={title} />}
      </QueryState>
    </TypedNameDialog>
  );
}
