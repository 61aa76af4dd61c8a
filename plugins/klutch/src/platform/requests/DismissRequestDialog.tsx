/** Dialog that dismisses the request of a user for a service, with an answer. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { MessageField } from '../../shared/MessageField';
import { useDismissServiceRequest } from './useServiceRequests';

export function DismissRequestDialog(props: {
  request: Schemas['OwnServiceRequest'];
  onClose: () => void;
}) {
  const { request, onClose } = props;
  const t = useT();
  const dismiss = useDismissServiceRequest();
  const [message, setMessage] = useState('');
  return (
    <Dialog
      title={t('platform.requests.dismissTitle', { title: request.title })}
      action={t('platform.requests.dismissAction')}
      busy={dismiss.isPending}
      error={dismiss.error}
      isChanged={message !== ''}
      onClose={onClose}
      onAction={() =>
        dismiss.mutate(
          {
            id: request.id,
            state: request.state,
            message: message.trim() || undefined,
          },
          { onSuccess: onClose },
        )
      }
    >
      <DialogContentText>
        {t('platform.requests.dismissText')}
      </DialogContentText>
      <MessageField
        id="klutch-dismiss-message"
        label={t('platform.requests.message')}
        value={message}
        onChange={setMessage}
      />
    </Dialog>
  );
}
