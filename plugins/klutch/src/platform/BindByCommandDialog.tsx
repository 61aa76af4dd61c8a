/** Binds APIs to an app cluster that the portal has no kubeconfig of: somebody runs a command there. */
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import type { PlatformAppCluster } from '../api/types';
import { useInviteAgain } from '../hooks/usePlatformMutations';
import { useExportTemplates, useInvitation } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { ApiChoice, bindRequests } from './ApiChoice';
import { InvitationCommand } from './InvitationCommand';

export function BindByCommandDialog(props: {
  cluster: PlatformAppCluster;
  onClose: () => void;
}) {
  const { cluster, onClose } = props;
  const t = useT();
  const templates = useExportTemplates();
  const invitation = useInvitation(cluster.id, { enabled: cluster.invited });
  const invite = useInviteAgain(cluster.id);
  const [changed, setChanged] = useState<string[]>();
  if (invite.data) {
    return <InvitationCommand invited={invite.data} onClose={onClose} />;
  }
  const before = cluster.invited ? invitation.data : undefined;
  const isOver = before?.state === 'Arrived' || before?.state === 'Ready';
  // What it was invited to and has not taken up is meant still.
  const chosen = changed ?? (isOver ? [] : (before?.resources ?? []));
  const apis = bindRequests(templates.data?.items ?? [], chosen);
  return (
    <Dialog
      wide
      title={t('platform.command.title', { cluster: cluster.title })}
      action={t('platform.invite.action')}
      busy={invite.isPending}
      ready={apis.length > 0}
      error={invite.error}
      onClose={onClose}
      onAction={() => invite.mutate({ apis })}
    >
      <DialogContentText>
        {t('platform.command.text', { cluster: cluster.title })}
      </DialogContentText>
      {before?.state === 'Waiting' && (
        <Notice tone="warning">{t('platform.command.replaces')}</Notice>
      )}
      <ApiChoice
        bound={cluster.bindings.map(({ name }) => name)}
        chosen={chosen}
        onChange={setChanged}
      />
    </Dialog>
  );
}
