/** Name, version and plan of the new instance that a backup is restored into. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import type { ClaimDetail, Plan } from '../api/types';
import { plansFor } from '../plans/plansFor';
import { useT } from '../hooks/useT';
import { compositionIn } from '../plans/compositions';
import { specOfCopy } from './useRestoreIntoNew';
import { useServiceOf } from './useServiceOf';

/** The plans that go with a version if that of the instance does not; otherwise none. */
function useOtherPlans(instance: ClaimDetail, version: string): Plan[] {
  const service = useServiceOf(instance);
  if (!service) return [];
  const composition = compositionIn(specOfCopy(instance));
  const plans = plansFor(service, { version, composition });
  const present = plans.find(({ value }) => value === instance.plan);
  return present?.available === false
    ? plans.filter(({ available }) => available)
    : [];
}

/** The version and plan of the new instance: at first those of the instance of the backup. */
export function useVersionAndPlan(instance: ClaimDetail) {
  const { service: present = '' } = instance;
  const [version, setVersion] = useState(present);
  const [chosen, setPlan] = useState('');
  const plans = useOtherPlans(instance, version);
  const plan = plans.find(({ value }) => value === chosen)?.value ?? '';
  return {
    version,
    setVersion,
    /** The plans to choose from; empty where that of the instance is kept. */
    plans,
    plan,
    setPlan,
    isChanged: version !== present || plan !== '',
    isComplete: plans.length === 0 || plan !== '',
    /** Fields of the new instance's spec that differ. */
    spec: { ...(version && { service: version }), ...(plan && { plan }) },
  };
}

export function NewInstanceFields(props: {
  /** The one of the backup. */
  instance: ClaimDetail;
  name: string;
  problem: string | undefined;
  choice: ReturnType<typeof useVersionAndPlan>;
  /** Whether the instance of that name was ordered already. */
  isOrdered: boolean;
  onName: (name: string) => void;
}) {
  const { choice, instance, name, problem } = props;
  const { plan, plans, version } = choice;
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
          onChange={event => choice.setVersion(event.target.value)}
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
          value={plan}
          onChange={event => choice.setPlan(event.target.value)}
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
