/** Dialog that binds APIs to an app cluster without a kubeconfig: an administrator runs the join command there. */
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import type { PlatformAppCluster } from '../../api/types';
import { useReplaceJoinToken } from '../usePlatformMutations';
import { useExportTemplates, useJoinToken } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { Notice } from '../../shared/Notice';
import { acceptingAll, ApiChoice, bindRequests } from './ApiChoice';
import { JoinCommandDialog } from './JoinCommandDialog';

export function BindByJoinCommandDialog(props: {
  cluster: PlatformAppCluster;
  /** Resource of the API that is chosen at first; default: those of an unused join command. */
  resource?: string;
  onClose: () => void;
}) {
  const { cluster, onClose } = props;
  const t = useT();
  const templates = useExportTemplates();
  const joinToken = useJoinToken(cluster.id, { enabled: cluster.invited });
  const replaceJoinToken = useReplaceJoinToken(cluster.id);
  const [changed, setChanged] = useState(
    props.resource ? acceptingAll([props.resource]) : undefined,
  );
  if (replaceJoinToken.data) {
    return (
      <JoinCommandDialog joinToken={replaceJoinToken.data} onClose={onClose} />
    );
  }
  const previous = cluster.invited ? joinToken.data : undefined;
  const isUsed = previous?.state === 'Arrived' || previous?.state === 'Ready';
  // The APIs of an unused join command are preselected.
  const chosen =
    changed ?? acceptingAll(isUsed ? [] : (previous?.resources ?? []));
  const apis = bindRequests(templates.data?.items ?? [], chosen);
  return (
    <Dialog
      wide
      title={t('platform.bindByJoinCommand.title', { cluster: cluster.title })}
      action={t('platform.join.action')}
      busy={replaceJoinToken.isPending}
      ready={apis.length > 0}
      error={replaceJoinToken.error}
      onClose={onClose}
      onAction={() => replaceJoinToken.mutate({ apis })}
    >
      <DialogContentText>
        {t('platform.bindByJoinCommand.text', { cluster: cluster.title })}
      </DialogContentText>
      {previous?.state === 'Waiting' && (
        <Notice tone="warning">
          {t('platform.bindByJoinCommand.replaces')}
        </Notice>
      )}
      <ApiChoice
        bound={cluster.bindings.map(({ name }) => name)}
        chosen={chosen}
        onChange={setChanged}
      />
    </Dialog>
  );
}
