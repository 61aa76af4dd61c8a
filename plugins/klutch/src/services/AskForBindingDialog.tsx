/** Dialog with a message that asks an operator for a binding. */
import Button from '@material-ui/core/Button';
import MuiDialog from '@material-ui/core/Dialog';
import DialogActions from '@material-ui/core/DialogActions';
import DialogContent from '@material-ui/core/DialogContent';
import DialogContentText from '@material-ui/core/DialogContentText';
import DialogTitle from '@material-ui/core/DialogTitle';
import Typography from '@material-ui/core/Typography';
import { useId } from 'react';
import { useHref } from 'react-router-dom';
import type { Service } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { CopyButton } from '../shared/CopyButton';

export function AskForBindingDialog(props: {
  service: Service;
  onClose: () => void;
}) {
  const { service } = props;
  const t = useT();
  const links = useLinks();
  const titleId = useId();
  // useHref adds the app's own base path, which useLinks leaves out.
  const platform = useHref(links.platform('app-clusters'));
  const message = t('services.askMessage', {
    title: service.title,
    resource: service.resource,
    link: `${window.location.origin}${platform}`,
  });
  return (
    <MuiDialog open onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {t('services.askTitle', { title: service.title })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{t('services.askText')}</DialogContentText>
        <Typography variant="body2">{message}</Typography>
      </DialogContent>
      <DialogActions>
        <CopyButton
          label={t('shared.message')}
          text={message}
          variant="button"
        />
        <Button onClick={props.onClose}>{t('shared.close')}</Button>
      </DialogActions>
    </MuiDialog>
  );
}
