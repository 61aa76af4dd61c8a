/** Dialog that orders a new instance like the one of a backup, and restores the backup into the new instance. */
import { useApi } from '@backstage/core-plugin-api';
import { joinClaimName } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClaimDetail, Plan } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { plansFor } from '../create/plans';
import { useLinks } from '../hooks/useLinks';
import { useNameCheck } from '../shared/useNameCheck';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { validateName } from '../shared/validateName';
import { specOfCopy, type useRestoreIntoNew } from './useRestoreIntoNew';
import { useRestoreOrder, type RestoreProps } from './useRestoreOrder';
import { useServiceOf } from './useServiceOf';

/** The plans that go with a version if that of the instance does not; otherwise none. */
function useOtherPlans(instance: ClaimDetail, version: string): Plan[] {
  const service = useServiceOf(instance);
  if (!service) return [];
  const settings = specOfCopy(instance);
  const plans = plansFor(service, { version, settings });
  const present = plans.find(({ value }) => value === instance.plan);
  return present?.available === false
    ? plans.filter(({ available }) => available)
    : [];
}

/** Name, version and, where that of the instance does not go with it, plan of the new instance. */
function NewInstanceFields(props: {
  /** The one of the backup. */
  instance: ClaimDetail;
  name: string;
  problem: string | undefined;
  version: string;
  /** The plans to choose from; empty where that of the instance is kept. */
  plans: Plan[];
  plan: string;
  /** Whether the instance of that name was ordered already. */
  isOrdered: boolean;
  onName: (name: string) => void;
  onVersion: (version: string) => void;
  onPlan: (plan: string) => void;
}) {
  const { instance, name, plans, problem, version } = props;
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
      {plans.length > 0 && (
        <TextField
          id="klutch-restore-plan"
          select
          label={t('services.plan.plan')}
          value={props.plan}
          onChange={event => props.onPlan(event.target.value)}
          disabled={props.isOrdered}
          helperText={t('instance.backups.restoreNewPlan', {
            plan: instance.planTitle ?? instance.plan ?? '',
          })}
          margin="normal"
          fullWidth
        >
          {plans.map(({ value, title }) => (
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
  const plans = useOtherPlans(instance, version);
  const [chosenPlan, setPlan] = useState('');
  const plan = plans.find(({ value }) => value === chosenPlan)?.value ?? '';
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
      canStop
      ready={
        order.ready &&
        nameCheck.isKnown &&
        !problem &&
        (plans.length === 0 || plan !== '')
      }
      error={restore.error}
      isChanged={
        name !== suggested ||
        version !== (instance.service ?? '') ||
        plan !== ''
      }
      onClose={onClose}
      onAction={() =>
        void restore.start(
          name,
          order.request(name),
          { ...(version && { service: version }), ...(plan && { plan }) },
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
        plans={plans}
        plan={plan}
        isOrdered={isOrdered}
        onName={setName}
        onVersion={setVersion}
        onPlan={setPlan}
      />
      {restore.ordered && restore.error && (
        <Notice tone="warning">
          {t('instance.backups.restoreNewHalf', { name: restore.ordered })}
        </Notice>
      )}
    </Dialog>
  );
}
