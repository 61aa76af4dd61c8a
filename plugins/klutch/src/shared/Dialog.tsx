/** Layout of all dialogs: title, content, one action button and a cancel button. */
import Button from '@material-ui/core/Button';
import MuiDialog from '@material-ui/core/Dialog';
import DialogActions from '@material-ui/core/DialogActions';
import DialogContent from '@material-ui/core/DialogContent';
import DialogTitle from '@material-ui/core/DialogTitle';
import type { BackstageTheme } from '@backstage/theme';
import { emphasize, makeStyles } from '@material-ui/core/styles';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { KlutchError } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { useUnsavedChanges } from '../hooks/useUnsavedChanges';
import { FormError } from './FormError';
import { Notice } from './Notice';
import { toneColor } from './tones';

const useStyles = makeStyles<BackstageTheme>(theme => ({
  // Otherwise a long content would move title and buttons out of sight.
  form: { display: 'flex', flexDirection: 'column', minHeight: 0 },
  actions: { padding: theme.spacing(2, 3) },
  content: { paddingBottom: theme.spacing(1) },
  discard: { marginTop: theme.spacing(2) },
  destructive: {
    background: toneColor(theme, 'error'),
    color: theme.palette.background.paper,
    '&:hover': {
      background: emphasize(toneColor(theme, 'error'), 0.2),
    },
  },
}));

/** Asks whether what was entered is to be lost; takes the focus, because it may be outside of the visible part. */
function DiscardNotice(props: { onDiscard: () => void; onKeep: () => void }) {
  const t = useT();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Notice
      tone="warning"
      title={t('shared.discard.title')}
      action={
        <>
          <Button ref={keep} disableFocusRipple onClick={props.onKeep}>
            {t('shared.discard.keep')}
          </Button>
          <Button onClick={props.onDiscard}>
            {t('shared.discard.discard')}
          </Button>
        </>
      }
    />
  );
}

function DialogButtons(props: {
  action: string;
  ready: boolean;
  destructive?: boolean;
  /** Label of the cancel button, if there is one. */
  cancel: string | undefined;
  canCancel: boolean;
  onCancel: () => void;
}) {
  const classes = useStyles();
  const { destructive, ready } = props;
  return (
    <DialogActions className={classes.actions}>
      {props.cancel && (
        <Button disabled={!props.canCancel} onClick={props.onCancel}>
          {props.cancel}
        </Button>
      )}
      <Button
        type="submit"
        variant="contained"
        color={destructive ? 'default' : 'primary'}
        className={destructive && ready ? classes.destructive : undefined}
        disabled={!ready}
      >
        {props.action}
      </Button>
    </DialogActions>
  );
}

export function Dialog(props: {
  title: string;
  /** Label of the action button. */
  action: string;
  onAction: () => void;
  onClose: () => void;
  /** The action is under way: the dialog stays open, because its answer has no other place. */
  busy?: boolean;
  /** The action has several steps, and closing the dialog ends it before the next one. */
  canStop?: boolean;
  ready?: boolean;
  destructive?: boolean;
  error?: KlutchError | null;
  children: ReactNode;
  wide?: boolean;
  /** Label of the cancel button; default: Cancel. */
  cancel?: string;
  /** Hides the cancel button, for dialogs that only inform. */
  hideCancel?: boolean;
  /** Something was entered: the dialog asks before it closes without the action. */
  isChanged?: boolean;
}) {
  const classes = useStyles();
  const t = useT();
  const titleId = useId();
  const ready = (props.ready ?? true) && !props.busy;
  const isChanged = Boolean(props.isChanged) && !props.busy;
  useUnsavedChanges(isChanged);
  const [isAsking, setIsAsking] = useState(false);
  const canClose = !props.busy || Boolean(props.canStop);
  const close = () => {
    if (!canClose) return;
    if (isChanged) setIsAsking(true);
    else props.onClose();
  };
  return (
    <MuiDialog
      open
      // A click beside the dialog, perhaps by mistake, would lose what was entered.
      onClose={(_, reason) => {
        if (reason !== 'backdropClick') close();
      }}
      aria-labelledby={titleId}
      maxWidth={props.wide ? 'md' : 'sm'}
      fullWidth
    >
      <form
        noValidate
        className={classes.form}
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
          {isAsking && isChanged && (
            <div className={classes.discard}>
              <DiscardNotice
                onDiscard={props.onClose}
                onKeep={() => setIsAsking(false)}
              />
            </div>
          )}
        </DialogContent>
        <DialogButtons
          action={props.action}
          ready={ready}
          destructive={props.destructive}
          cancel={
            props.hideCancel ? undefined : (props.cancel ?? t('shared.cancel'))
          }
          canCancel={canClose}
          onCancel={close}
        />
      </form>
    </MuiDialog>
  );
}
