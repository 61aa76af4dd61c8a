/** Dialog that deletes a backup after its name was typed, and names the restores that still need it. */
import type { Claim } from '../api/types';
import { MAX_LIMIT, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { DeleteClaimDialog } from './DeleteClaimDialog';
import { isUnderWay } from './pendingRestore';

/** Restores of a backup that have not ended, also into other instances than the one that was backed up. */
function useRestoresOf(backup: Claim): Claim[] {
  const { cluster, namespace, instanceResource, name } = backup;
  const restores = useClaims({
    type: 'restore',
    cluster,
    namespace,
    instanceResource,
    limit: MAX_LIMIT,
  });
  return (restores.data?.items ?? []).filter(
    restore => restore.backupRef === name && isUnderWay(restore),
  );
}

export function DeleteBackupDialog(props: {
  backup: Claim;
  /** What the deletion does. */
  text: string;
  onClose: () => void;
}) {
  const { backup } = props;
  const { name } = backup;
  const t = useT();
  const restores = useRestoresOf(backup);
  return (
    <DeleteClaimDialog
      claim={backup}
      title={t('instance.backups.deleteTitle', { name })}
      text={props.text}
      action={t('instance.backups.deleteAction')}
      done={t('instance.backups.deleted', { name })}
      onClose={props.onClose}
    >
      {restores.length > 0 && (
        <Notice tone="warning">
          {t('instance.backups.neededBy', {
            restores: restores.map(restore => restore.name).join(', '),
          })}
        </Notice>
      )}
    </DeleteClaimDialog>
  );
}
