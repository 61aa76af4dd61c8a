/** Confirmation dialog for destructive actions: the user must type a name. */
import TextField from '@material-ui/core/TextField';
import { useState, type ReactNode } from 'react';
import type { KlutchError } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { Dialog } from './Dialog';

export function TypedNameDialog(props: {
  title: string;
  name: string;
  action: string;
  onAction: (typed: string) => void;
  onClose: () => void;
  busy?: boolean;
  /** See {@link Dialog}. */
  canStop?: boolean;
  ready?: boolean;
  error?: KlutchError | null;
  children: ReactNode;
}) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const matches = typed === props.name;
  const isMismatch = typed !== '' && !props.name.startsWith(typed);
  return (
    <Dialog
      title={props.title}
      action={props.action}
      onAction={() => props.onAction(typed)}
      onClose={props.onClose}
      busy={props.busy}
      canStop={props.canStop}
      ready={matches && (props.ready ?? true)}
      error={props.error}
      destructive
    >
      {props.children}
      <TextField
        id="typed-name"
        label={t('shared.typedName.label', { name: props.name })}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        error={isMismatch}
        helperText={isMismatch ? t('shared.typedName.mismatch') : ' '}
        margin="normal"
        fullWidth
        autoComplete="off"
      />
    </Dialog>
  );
}
