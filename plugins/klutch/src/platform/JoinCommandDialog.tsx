/** The command of an invitation, which is shown once, and how far it has come. */
import DialogContentText from '@material-ui/core/DialogContentText';
import type { NewJoinToken } from '../api/types';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { JoinTokenStatus } from './JoinTokenStatus';

export function JoinCommandDialog(props: {
  joinToken: NewJoinToken;
  onClose: () => void;
}) {
  const { joinToken, onClose } = props;
  const { cluster, command, expiresAt, further, runsKonnector, title } =
    joinToken;
  const t = useT();
  const time = new Date(expiresAt).toLocaleTimeString();
  return (
    <Dialog
      wide
      hideCancel
      title={
        further
          ? t('platform.command.madeTitle', { title })
          : t('platform.invite.invitedTitle', { title })
      }
      action={t('platform.invite.done')}
      onAction={onClose}
      onClose={onClose}
    >
      <DialogContentText>
        {t('platform.invite.once', { time, title })}
      </DialogContentText>
      {!runsKonnector && (
        <Notice tone="warning">{t('platform.invite.ownKonnector')}</Notice>
      )}
      <JoinTokenStatus cluster={cluster} showReady onCancelled={onClose} />
      <CodeBlock wrap label={t('platform.invite.command')} text={command} />
    </Dialog>
  );
}
