/** Dialog that adds an app cluster with a join command and then shows the state of the join token. */
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import { useCreateJoinToken } from '../usePlatformMutations';
import { useExportTemplates } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { acceptingAll, ApiChoice, bindRequests } from './ApiChoice';
import { JoinCommandDialog } from './JoinCommandDialog';
import { useAppClusterNames } from './useAppClusterNames';

export function AddByJoinCommandDialog(props: {
  /** Ids of the registered app clusters. */
  taken: string[];
  onClose: () => void;
}) {
  const t = useT();
  const templates = useExportTemplates();
  const createJoinToken = useCreateJoinToken();
  // The initial ids are kept, because the list contains the new app cluster once the join command is created.
  const [taken] = useState(props.taken);
  const names = useAppClusterNames(taken);
  const [chosen, setChosen] = useState(acceptingAll([]));
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
