/** The command of an invitation, which is shown once, and how far it has come. */
import DialogContentText from '@material-ui/core/DialogContentText';
import type { NewAppClusterInvitation } from '../api/types';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { InvitationState } from './InvitationState';

export function InvitationCommand(props: {
  invited: NewAppClusterInvitation;
  onClose: () => void;
}) {
  const { invited, onClose } = props;
  const { cluster, command, expiresAt, further, runsKonnector, title } =
    invited;
  const t = useT();
  const time = new Date(expiresAt).toLocaleTimeString();
  return (
    <Dialog
      wide
      informs
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
      <InvitationState cluster={cluster} showReady onCancelled={onClose} />
      <CodeBlock wrap what={t('platform.invite.command')} text={command} />
    </Dialog>
  );
}
