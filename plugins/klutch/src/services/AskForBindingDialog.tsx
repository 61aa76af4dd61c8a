/** Dialog that asks the operators to bind a service to an app cluster. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import type { Service } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useRequestService } from '../hooks/useRequestService';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { MessageField } from '../shared/MessageField';

export function AskForBindingDialog(props: {
  service: Service;
  /** Those that the user may ask for. */
  clusters: Service['clusters'];
  /** Name of the app cluster that is chosen at first, if it is among them. */
  preferred: string;
  onClose: () => void;
}) {
  const { clusters, service, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const ask = useRequestService(service.resource);
  const [chosen, setCluster] = useState<string>();
  const first =
    clusters.find(({ id }) => id === props.preferred) ?? clusters[0];
  const cluster = chosen ?? first?.id ?? '';
  const [note, setNote] = useState('');
  return (
    <Dialog
      title={t('services.askTitle', { title: service.title })}
      action={t('services.askSend')}
      busy={ask.isPending}
      ready={cluster !== ''}
      error={ask.error}
      isChanged={note.trim() !== ''}
      onClose={onClose}
      onAction={() =>
        ask.mutate(
          { cluster, ...(note.trim() && { note: note.trim() }) },
          {
            onSuccess: () => {
              toastApi.post({ tone: 'success', text: t('services.asked') });
              onClose();
            },
          },
        )
      }
    >
      <DialogContentText>
        {clusters.length > 0 ? t('services.askText') : t('services.askNowhere')}
      </DialogContentText>
      {clusters.length > 0 && (
        <TextField
          id="klutch-ask-cluster"
          select
          label={t('services.cluster')}
          value={cluster}
          onChange={event => setCluster(event.target.value)}
          margin="normal"
          fullWidth
        >
          {clusters.map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
      <MessageField
        id="klutch-ask-note"
        label={t('services.askNote')}
        value={note}
        onChange={setNote}
      />
    </Dialog>
  );
}
