/** Dialog that restores a backup: into its instance, whose data it overwrites, or into a new instance. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormHelperText from '@material-ui/core/FormHelperText';
import MenuItem from '@material-ui/core/MenuItem';
import Radio from '@material-ui/core/Radio';
import RadioGroup from '@material-ui/core/RadioGroup';
import TextField from '@material-ui/core/TextField';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Claim, ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useForbidden } from '../hooks/useForbidden';
import { useLinks } from '../hooks/useLinks';
import { MAX_LIMIT, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { useRelativeTime } from '../shared/RelativeTime';
import { TypedNameDialog } from '../shared/TypedNameDialog';
import { joinName, validateName } from '../shared/validateName';
import { timestampedName } from './useBackUpNow';
import { useRelatedOrder } from './useRelatedOrder';
import { useRestoreIntoNew } from './useRestoreIntoNew';

interface RestoreProps {
  instance: ClaimDetail;
  backup: Claim;
  /** The right that a restore needs, and the choice of the target where there is one. */
  intro: ReactNode;
  onClose: () => void;
}

/** The order of the restore, under the present time. */
function useRestoreOrder(instance: ClaimDetail, backup: Claim) {
  const order = useRelatedOrder(instance, 'restore');
  return {
    ready: order.ready,
    request: (target: string) =>
      order.request(timestampedName(`${target}-restore`, Date.now()), {
        backupRef: backup.name,
        instanceRef: target,
      }),
  };
}

export function RestoreInPlace({
  instance,
  backup,
  intro,
  onClose,
}: RestoreProps) {
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const order = useRestoreOrder(instance, backup);
  const create = useCreateClaim();
  const time = useRelativeTime(backup.finishedAt ?? backup.createdAt);
  return (
    <TypedNameDialog
      title={t('instance.backups.restoreTitle', {
        instance: instance.name,
        backup: backup.name,
      })}
      name={instance.name}
      action={t('instance.backups.restoreAction')}
      busy={create.isPending}
      ready={order.ready}
      error={create.error}
      onClose={onClose}
      onAction={() =>
        create.mutate(order.request(instance.name), {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t('instance.backups.restoreStarted'),
            });
            onClose();
          },
        })
      }
    >
      {intro}
      <DialogContentText>
        {t('instance.backups.restoreText', { instance: instance.name, time })}
      </DialogContentText>
    </TypedNameDialog>
  );
}

const versionOf = (version: string) => (version ? { service: version } : {});

function RestoreIntoNew({
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
  const existing = useClaims({
    type: 'instance',
    cluster,
    namespace,
    resource,
    limit: MAX_LIMIT,
  });
  const [name, setName] = useState(joinName(instance.name, 'restored'));
  const { service: present = '', versionChanges } = instance;
  const [version, setVersion] = useState(present);
  const isTaken =
    name !== restore.ordered &&
    existing.data?.items.some(item => item.name === name);
  const problem =
    validateName(name, t) ??
    (isTaken ? t('shared.name.taken', { name, namespace }) : undefined);
  return (
    <Dialog
      title={t('instance.backups.restoreTitle', {
        instance: instance.name,
        backup: backup.name,
      })}
      action={t('instance.backups.restoreNewAction', { name })}
      busy={restore.isPending}
      ready={order.ready && existing.isSuccess && !problem}
      error={restore.error}
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
      <TextField
        id="klutch-restore-name"
        label={t('instance.backups.restoreNewName')}
        value={name}
        onChange={event => setName(event.target.value)}
        error={Boolean(problem)}
        helperText={problem}
        variant="outlined"
        margin="normal"
        fullWidth
      />
      {versionChanges.length > 0 && (
        <TextField
          id="klutch-restore-version"
          select
          label={t('instance.changeVersion.restore')}
          value={version}
          onChange={event => setVersion(event.target.value)}
          // What was ordered keeps its version.
          disabled={name === restore.ordered}
          helperText={t('instance.changeVersion.restoreHelp')}
          variant="outlined"
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
    </Dialog>
  );
}

export function RestoreDialog(props: Omit<RestoreProps, 'intro'>) {
  const { instance } = props;
  const t = useT();
  const { service } = useRelatedOrder(instance, 'restore');
  // Here, because it knows what was ordered already, whatever is chosen meanwhile.
  const restore = useRestoreIntoNew(instance);
  const newForbidden = useForbidden(instance).create('instance');
  const [target, setTarget] = useState<'same' | 'new'>('same');
  const choice = service?.restoresElsewhere && (
    <RadioGroup
      aria-label={t('instance.backups.restoreTarget')}
      value={target}
      onChange={(_, value) => setTarget(value === 'new' ? 'new' : 'same')}
    >
      <FormControlLabel
        value="same"
        disabled={restore.isPending}
        control={<Radio color="primary" />}
        label={t('instance.backups.restoreSame', { name: instance.name })}
      />
      <FormControlLabel
        value="new"
        disabled={Boolean(newForbidden)}
        control={<Radio color="primary" />}
        label={t('instance.backups.restoreNew')}
      />
      {newForbidden && <FormHelperText>{newForbidden}</FormHelperText>}
    </RadioGroup>
  );
  const intro = (
    <>
      <DialogContentText>
        {t('instance.backups.restoreRight', { namespace: instance.namespace })}
      </DialogContentText>
      {choice}
    </>
  );
  return target === 'new' ? (
    <RestoreIntoNew {...props} intro={intro} restore={restore} />
  ) : (
    <RestoreInPlace {...props} intro={intro} />
  );
}
