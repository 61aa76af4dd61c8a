/** Dialog that previews and confirms the offboarding of an app cluster; its cluster namespace must be typed. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import { makeStyles } from '@material-ui/core/styles';
import { useNavigate } from 'react-router-dom';
import type { PlatformAppCluster } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useLinks } from '../hooks/useLinks';
import { useOffboard } from '../hooks/usePlatformMutations';
import { useOffboarding } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { QueryState } from '../shared/QueryState';
import { TypedNameDialog } from '../shared/TypedNameDialog';
import { explanationText } from '../shared/explanationText';

const useStyles = makeStyles({
  lines: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
});

export function OffboardDialog(props: {
  cluster: PlatformAppCluster;
  onClose: () => void;
}) {
  const { id, title } = props.cluster;
  const classes = useStyles();
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const links = useLinks();
  const navigate = useNavigate();
  const preview = useOffboarding(id);
  const offboard = useOffboard(id);
  return (
    <TypedNameDialog
      title={t('platform.offboard.title', { title })}
      name={
        preview.data?.clusterNamespace ?? props.cluster.clusterNamespace ?? ''
      }
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
        {t('platform.offboard.text', { title })}
      </DialogContentText>
      <QueryState query={preview} label={t('platform.offboard.what')}>
        {({ text, textReason, textParams }) => (
          <DialogContentText className={classes.lines}>
            {explanationText(
              { message: text, reason: textReason, params: textParams },
              t,
            )}
          </DialogContentText>
        )}
      </QueryState>
    </TypedNameDialog>
  );
}
