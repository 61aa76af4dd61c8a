/** Dialog with the join command, which is shown only once, and the state of the join token. */
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
  const time = new Date(expiresAt).toLocaleTimeString(t('shared.locale'));
  return (
    <Dialog
      wide
      hideCancel
      title={
        further
          ? t('platform.bindByJoinCommand.createdTitle', { title })
          : t('platform.join.createdTitle', { title })
      }
      action={t('platform.join.done')}
      onAction={onClose}
      onClose={onClose}
    >
      <DialogContentText>
        {t('platform.join.once', { time, title })}
      </DialogContentText>
      {!runsKonnector && (
        <Notice tone="warning">{t('platform.join.ownKonnector')}</Notice>
      )}
      <JoinTokenStatus cluster={cluster} showReady onCancelled={onClose} />
      <CodeBlock wrap label={t('platform.join.command')} text={command} />
    </Dialog>
  );
}
