/** Layout of all dialogs: title, content, one action button and a cancel button. */
import Button from '@material-ui/core/Button';
import MuiDialog from '@material-ui/core/Dialog';
import DialogActions from '@material-ui/core/DialogActions';
import DialogContent from '@material-ui/core/DialogContent';
import DialogTitle from '@material-ui/core/DialogTitle';
import type { BackstageTheme } from '@backstage/theme';
import { emphasize, makeStyles } from '@material-ui/core/styles';
import { useId, type ReactNode } from 'react';
import type { KlutchError } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { FormError } from './FormError';
import { toneColor } from './tones';

const useStyles = makeStyles<BackstageTheme>(theme => ({
  actions: { padding: theme.spacing(2, 3) },
  content: { paddingBottom: theme.spacing(1) },
  destructive: {
    background: toneColor(theme, 'error'),
    color: theme.palette.background.paper,
    '&:hover': {
      background: emphasize(toneColor(theme, 'error'), 0.2),
    },
  },
}));

export function Dialog(props: {
  title: string;
  /** Label of the action button. */
  action: string;
  onAction: () => void;
  onClose: () => void;
  busy?: boolean;
  ready?: boolean;
  destructive?: boolean;
  error?: KlutchError | null;
  children: ReactNode;
  wide?: boolean;
  /** Label of the cancel button; default: Cancel. */
  cancel?: string;
  /** Hides the cancel button, for dialogs that only inform. */
  hideCancel?: boolean;
}) {
  const classes = useStyles();
  const t = useT();
  const titleId = useId();
  const ready = (props.ready ?? true) && !props.busy;
  return (
    <MuiDialog
      open
      // A click beside the dialog, perhaps by mistake, would lose what was entered.
      onClose={(_, reason) => {
        if (reason !== 'backdropClick') props.onClose();
      }}
      aria-labelledby={titleId}
      maxWidth={props.wide ? 'md' : 'sm'}
      fullWidth
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (ready) {
            props.onAction();
          }
        }}
      >
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent className={classes.content}>
          {props.children}
          <FormError error={props.error} />
        </DialogContent>
        <DialogActions className={classes.actions}>
          {!props.hideCancel && (
            <Button onClick={props.onClose}>
              {props.cancel ?? t('shared.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            color={props.destructive ? 'default' : 'primary'}
            className={
              props.destructive && ready ? classes.destructive : undefined
            }
            disabled={!ready}
          >
            {props.action}
          </Button>
        </DialogActions>
      </form>
    </MuiDialog>
  );
}
