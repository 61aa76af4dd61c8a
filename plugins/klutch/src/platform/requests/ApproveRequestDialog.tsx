/** Dialog that approves the request of a user for a service; binding the service there is the operator's next step. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppClusterTitle } from '../../hooks/useAppClusterTitle';
import { useLinks } from '../../hooks/useLinks';
import { useExportTemplates } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { MessageField } from '../../shared/MessageField';
import { Notice } from '../../shared/Notice';
import { useApproveServiceRequest } from './useServiceRequests';

export function ApproveRequestDialog(props: {
  request: Schemas['OwnServiceRequest'];
  onClose: () => void;
}) {
  const { request, onClose } = props;
  const { cluster, id, resource, state, title } = request;
  const t = useT();
  const links = useLinks();
  const navigate = useNavigate();
  const titleOf = useAppClusterTitle();
  const templates = useExportTemplates();
  const approve = useApproveServiceRequest();
  const [message, setMessage] = useState('');
  const offers = templates.data?.items.filter(
    item => item.resource === resource,
  );
  const isOffered = offers === undefined || offers.length > 0;
  const isForUser = !offers?.every(({ mayBind }) => mayBind === false);
  return (
    <Dialog
      title={t('appClusters.requests.approveTitle', { title })}
      action={t('appClusters.requests.approveAction')}
      busy={approve.isPending}
      error={approve.error}
      isChanged={message !== ''}
      onClose={onClose}
      onAction={() =>
        approve.mutate(
          { id, state, message: message.trim() || undefined },
          {
            onSuccess: () => {
              onClose();
              navigate(links.appCluster(cluster), {
                state: { bind: resource },
              });
            },
          },
        )
      }
    >
      <DialogContentText>
        {t('appClusters.requests.approveText', {
          title,
          cluster: titleOf(cluster),
        })}
      </DialogContentText>
      {!isOffered && (
        <Notice tone="warning">
          {t('appClusters.requests.notOffered', { title })}
        </Notice>
      )}
      {isOffered && !isForUser && (
        <Notice tone="warning">
          {t('appClusters.requests.notForYou', { title })}
        </Notice>
      )}
      <MessageField
        id="klutch-approve-message"
        label={t('platform.requests.message')}
        value={message}
        onChange={setMessage}
      />
    </Dialog>
  );
}
