/** Dialog with the join command, which is shown only once, and the state of the join token. */
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useEffect, useRef, useState } from 'react';
import type { NewJoinToken } from '../../api/types';
import { useT } from '../../hooks/useT';
import { CodeBlock } from '../../shared/CodeBlock';
import { Dialog } from '../../shared/Dialog';
import { Notice } from '../../shared/Notice';
import { JoinTokenStatus } from './JoinTokenStatus';

/** Takes the focus, so that a second Escape is not needed to answer. */
function LastChance(props: { onKeep: () => void; onClose: () => void }) {
  const t = useT();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Notice
      tone="warning"
      title={t('appClusters.once.title')}
      action={
        <>
          <Button ref={keep} variant="outlined" onClick={props.onKeep}>
            {t('appClusters.once.keep')}
          </Button>
          <Button variant="outlined" onClick={props.onClose}>
            {t('appClusters.once.close')}
          </Button>
        </>
      }
    >
      {t('appClusters.once.text')}
    </Notice>
  );
}

export function JoinCommandDialog(props: {
  joinToken: NewJoinToken;
  onClose: () => void;
}) {
  const { joinToken, onClose } = props;
  const { cluster, command, expiresAt, further, runsKonnector, title } =
    joinToken;
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
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
      // Escape, which is easily hit by mistake, would lose the command.
      onClose={() => setIsAsking(true)}
    >
      <DialogContentText>
        {t('platform.join.once', { time, title })}
      </DialogContentText>
      {!runsKonnector && (
        <Notice tone="warning">{t('platform.join.ownKonnector')}</Notice>
      )}
      <JoinTokenStatus cluster={cluster} showReady onCancelled={onClose} />
      <CodeBlock wrap label={t('platform.join.command')} text={command} />
      {isAsking && (
        <LastChance onKeep={() => setIsAsking(false)} onClose={onClose} />
      )}
    </Dialog>
  );
}
