/** Dialog that approves deletions which the konnector holds back because they are many. */
import { useApi } from '@backstage/core-plugin-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import type { PlatformAppCluster } from '../../api/types';
import { klutchToastApiRef } from '../../api/toastApi';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { Disclosure } from '../../shared/Disclosure';
import { useApproveDeletions } from './useAppCluster';

export function ApproveDeletionsDialog(props: {
  cluster: PlatformAppCluster;
  api: Schemas['AppClusterApi'];
  onClose: () => void;
}) {
  const { api, cluster } = props;
  const { pausedDeletions, title } = api;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const approve = useApproveDeletions(cluster.id, api.name);
  // The number that the dialog shows; a higher one must not be approved with it.
  const [waiting] = useState(pausedDeletions?.count);
  const [count, setCount] = useState(`${waiting ?? ''}`);
  const deletions = Number(count);
  const isNumber = Number.isInteger(deletions) && deletions > 0;
  return (
    <Dialog
      wide
      title={t('appClusters.approve.title', { title })}
      action={t('appClusters.approve.action', {
        count: isNumber ? deletions : 0,
      })}
      busy={approve.isPending}
      ready={isNumber}
      error={approve.error}
      destructive
      onClose={props.onClose}
      onAction={() =>
        approve.mutate(
          { deletions, ...(waiting && { waiting }) },
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('appClusters.approve.done', {
                  count: deletions,
                  title,
                }),
              });
              props.onClose();
            },
          },
        )
      }
    >
      <DialogContentText>
        {t('appClusters.approve.text', { title, cluster: cluster.title })}
      </DialogContentText>
      <Disclosure title={t('appClusters.details')}>
        {pausedDeletions?.message}
      </Disclosure>
      <TextField
        id="klutch-approve-count"
        type="number"
        label={t('appClusters.approve.count')}
        value={count}
        onChange={event => setCount(event.target.value)}
        error={!isNumber}
        helperText={t('appClusters.approve.countHelp')}
        inputProps={{ min: 1 }}
        margin="normal"
        fullWidth
      />
    </Dialog>
  );
}
