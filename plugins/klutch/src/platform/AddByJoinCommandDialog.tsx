/** Adds an app cluster without a kubeconfig: creates the join command, then shows the state of its join token. */
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
  // The list contains the new app cluster as soon as the join command is created.
  const [taken] = useState(props.taken);
  const names = useAppClusterNames(taken);
  const [chosen, setChosen] = useState<string[]>([]);
  if (createJoinToken.data) {
    return (
      <JoinCommandDialog
        joinToken={createJoinToken.data}
        onClose={props.onClose}
      />
    );
  }
  const apis = bindRequests(templates.data?.items ?? [], chosen);
  return (
    <Dialog
      wide
      title={t('platform.join.title')}
      action={t('platform.join.action')}
      busy={createJoinToken.isPending}
      ready={names.ready && apis.length > 0}
      error={createJoinToken.error}
      onClose={props.onClose}
      onAction={() =>
        createJoinToken.mutate({ id: names.id, title: names.title, apis })
      }
    >
      <DialogContentText>{t('platform.join.text')}</DialogContentText>
      {names.fields}
      <ApiChoice bound={[]} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
