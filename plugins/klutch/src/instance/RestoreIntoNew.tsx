/** Dialog that orders a new instance like the one of a backup, and restores the backup into the new instance. */
import { useApi } from '@backstage/core-plugin-api';
import { joinClaimName } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { klutchToastApiRef } from '../api/toastApi';
import { useLinks } from '../hooks/useLinks';
import { useNameCheck } from '../shared/useNameCheck';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { validateName } from '../shared/validateName';
import { NewInstanceFields, useVersionAndPlan } from './NewInstanceFields';
import type { useRestoreIntoNew } from './useRestoreIntoNew';
import { useRestoreOrder, type RestoreProps } from './useRestoreOrder';

export function RestoreIntoNew({
  instance,
  backup,
  intro,
  restore,
  onClose,
}: RestoreProps & { restore: ReturnType<typeof useRestoreIntoNew> }) {
  const t = useT();
  const links = useLinks();
  const navigate = useNavigate();
  const toastApi = useApi(klutchToastApiRef);
  const order = useRestoreOrder(instance, backup);
  const { cluster, namespace, resource } = instance;
  const suggested = joinClaimName(instance.name, 'restored');
  // What was ordered already is continued, also after a look at the other target.
  const [name, setName] = useState(restore.ordered || suggested);
  const nameCheck = useNameCheck(
    { type: 'instance', cluster, namespace, resource },
    name,
  );
  const choice = useVersionAndPlan(instance);
  const isOrdered = name === restore.ordered;
  const problem =
    validateName(name, t) ??
    (nameCheck.isTaken && !isOrdered
      ? t('shared.name.taken', { name, namespace })
      : undefined);
  return (
    <Dialog
      title={t('instance.backups.restoreTitle', {
        instance: instance.name,
        backup: backup.name,
      })}
      action={t('instance.backups.restoreNewAction', { name })}
      busy={restore.isPending}
      canStop={restore.hasFurtherStep}
      ready={order.ready && nameCheck.isKnown && !problem && choice.isComplete}
      error={restore.error}
      isChanged={name !== suggested || choice.isChanged}
      onClose={onClose}
      onAction={() =>
        void restore.start(name, order.request(name), choice.spec, () => {
          toastApi.post({
            tone: 'success',
            text: t('instance.backups.restoreNewStarted', { name }),
          });
          navigate(links.instance({ ...instance, name }, 'backups'));
        })
      }
    >
      {intro}
      <DialogContentText>
        {t('instance.backups.restoreNewText', { instance: instance.name })}
      </DialogContentText>
      <NewInstanceFields
        instance={instance}
        name={name}
        problem={problem}
        choice={choice}
        isOrdered={isOrdered}
        onName={setName}
      />
      {restore.ordered && restore.error && (
        <Notice tone="warning">
          {t('instance.backups.restoreNewHalf', { name: restore.ordered })}
        </Notice>
      )}
    </Dialog>
  );
}
