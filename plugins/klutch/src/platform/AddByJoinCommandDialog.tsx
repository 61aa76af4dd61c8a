/** Connects an app cluster that the portal gets no kubeconfig of: makes the command, then shows how far it has come. */
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import { useCreateJoinToken } from '../hooks/usePlatformMutations';
import { useExportTemplates } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { ApiChoice, bindRequests } from './ApiChoice';
import { JoinCommandDialog } from './JoinCommandDialog';
import { useAppClusterNames } from './useAppClusterNames';

export function AddByJoinCommandDialog(props: {
  /** Ids that are in use. */
  taken: string[];
  onClose: () => void;
}) {
  const t = useT();
  const templates = useExportTemplates();
  const createJoinToken = useCreateJoinToken();
  // The list has the new cluster in it as soon as it is invited.
  const [taken] = useState(props.taken);
  const names = useAppClusterNames(taken);
  const [chosen, setChosen] = useState<string[]>([]);
  if (createJoinToken.data) {
    return <JoinCommandDialog joinToken={createJoinToken.data} onClose={props.onClose} />;
  }
  const apis = bindRequests(templates.data?.items ?? [], chosen);
  return (
    <Dialog
      wide
      title={t('platform.invite.title')}
      action={t('platform.invite.action')}
      busy={createJoinToken.isPending}
      ready={names.ready && apis.length > 0}
      error={createJoinToken.error}
      onClose={props.onClose}
      onAction={() => createJoinToken.mutate({ id: names.id, title: names.title, apis })}
    >
      <DialogContentText>{t('platform.invite.text')}</DialogContentText>
      {names.fields}
      <ApiChoice bound={[]} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
