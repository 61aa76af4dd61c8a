/** Dialog before credentials are revealed: says that the access is recorded, and asks for an optional reason. */
import DialogContentText from '@material-ui/core/DialogContentText';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import type { KlutchError } from '../api/KlutchError';
import type { Claim } from '../api/types';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';

/** The longest reason that the REST API takes. */
const MAX_REASON_LENGTH = 500;

export function RevealDialog(props: {
  binding: Claim;
  /** Whether the credentials are being read. */
  busy: boolean;
  error: KlutchError | null;
  onReveal: (reason: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={t('instance.connect.revealTitle', { name: props.binding.name })}
      action={t('instance.connect.reveal')}
      busy={props.busy}
      error={props.error}
      isChanged={reason.trim() !== ''}
      onClose={props.onClose}
      onAction={() => props.onReveal(reason.trim())}
    >
      <DialogContentText>{t('instance.connect.revealText')}</DialogContentText>
      <TextField
        id="klutch-reveal-reason"
        label={t('instance.connect.revealReason')}
        helperText={t('instance.connect.revealReasonHelp')}
        value={reason}
        onChange={event => setReason(event.target.value)}
        inputProps={{ maxLength: MAX_REASON_LENGTH }}
        autoComplete="off"
        margin="normal"
        fullWidth
      />
    </Dialog>
  );
}
