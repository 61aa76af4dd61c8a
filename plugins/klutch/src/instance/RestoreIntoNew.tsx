/** Dialog that orders a new instance like the one of a backup, and restores the backup into the new instance. */
import { useApi } from '@backstage/core-plugin-api';
import { joinClaimName } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useLinks } from '../hooks/useLinks';
import { useNameCheck } from '../shared/useNameCheck';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { validateName } from '../shared/validateName';
import type { useRestoreIntoNew } from './useRestoreIntoNew';
import { useRestoreOrder, type RestoreProps } from './useRestoreOrder';

const versionOf = (version: string) => (version ? { service: version } : {});

/** Name and version of the new instance. */
function NewInstanceFields(props: {
  /** The one of the backup. */
  instance: ClaimDetail;
  name: string;
  problem: string | undefined;
  version: string;
  /** Whether the instance of that name was ordered already. */
  isOrdered: boolean;
  onName: (name: string) => void;
  onVersion: (version: string) => void;
}) {
  const { instance, name, problem, version } = props;
  const t = useT();
  const { service: present = '', versionChanges } = instance;
  return (
    <>
      <TextField
        id="klutch-restore-name"
        label={t('instance.backups.restoreNewName')}
        value={name}
        onChange={event => props.onName(event.target.value)}
        error={Boolean(problem)}
        helperText={problem}
        margin="normal"
        fullWidth
      />
      {versionChanges.length > 0 && (
        <TextField
          id="klutch-restore-version"
          select
          label={t('instance.changeVersion.restore')}
          value={version}
          onChange={event => props.onVersion(event.target.value)}
          // What was ordered keeps its version.
          disabled={props.isOrdered}
          helperText={t('instance.changeVersion.restoreHelp')}
          margin="normal"
          fullWidth
        >
          {[
            { value: present, title: instance.versionTitle ?? present },
            ...versionChanges,
          ].map(({ value, title }) => (
            <MenuItem key={value} value={value}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}

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
  const [version, setVersion] = useState(instance.service ?? '');
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
      ready={order.ready && nameCheck.isKnown && !problem}
      error={restore.error}
      isChanged={name !== suggested || version !== (instance.service ?? '')}
      onClose={onClose}
      onAction={() =>
        void restore.start(
          name,
          order.request(name),
          versionOf(version),
          () => {
            toastApi.post({
              tone: 'success',
              text: t('instance.backups.restoreNewStarted', { name }),
            });
            navigate(links.instance({ ...instance, name }, 'backups'));
          },
        )
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
        version={version}
        isOrdered={isOrdered}
        onName={setName}
        onVersion={setVersion}
      />
      {restore.ordered && restore.error && (
        <Notice tone="warning">
          {t('instance.backups.restoreNewHalf', { name: restore.ordered })}
        </Notice>
      )}
    </Dialog>
  );
}
