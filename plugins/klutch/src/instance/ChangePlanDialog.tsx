/** Dialog that changes the plan or the version of an instance to one that the rules of its API allow. */
import { useApi } from '@backstage/core-plugin-api';
import Box from '@material-ui/core/Box';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import type { ClaimDetail, Plan } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { PlanTable } from '../plans/PlanTable';
import { Dialog } from '../shared/Dialog';
import { useEditStart } from './useEditStart';
import { VersionChoice } from './VersionChoice';

/** The present plan, and below it those that the instance can change to. */
function PlanChanges(props: {
  shown: ClaimDetail;
  present: Plan | undefined;
  /** Whether the rules of the service are known. */
  isKnown: boolean;
  value: string;
  onChoose: (plan: string) => void;
}) {
  const { present, shown } = props;
  const planChanges = shown.planChanges.filter(({ available }) => available);
  const t = useT();
  const plan = present?.title ?? shown.plan ?? '';
  const description = t('instance.changePlan.present');
  const without = props.isKnown ? 'none' : 'unknown';
  const text = planChanges.length > 0 ? 'text' : without;
  return (
    <>
      <DialogContentText>
        {t(`instance.changePlan.${text}`, { plan })}
      </DialogContentText>
      {planChanges.length > 0 && (
        <div role="radiogroup" aria-label={t('services.plan.plan')}>
          <PlanTable
            plans={[
              ...(present
                ? [{ ...present, available: true, description }]
                : []),
              ...planChanges,
            ]}
            value={props.value || shown.plan}
            onChoose={props.onChoose}
          />
        </div>
      )}
    </>
  );
}

export function ChangePlanDialog(props: {
  instance: ClaimDetail;
  /** Plans of the service with their resources; empty when the service is no longer offered. */
  plans: readonly Plan[];
  onClose: () => void;
}) {
  const { instance, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const update = useUpdateClaim(instance);
  const [plan, setPlan] = useState('');
  const [version, setVersion] = useState('');
  const { start: shown, onError } = useEditStart(instance);
  const { generation, planChanges, versionChanges } = shown;
  // What was chosen before a conflict may no longer be possible.
  const chosenPlan = planChanges.find(
    ({ value, available }) => available && value === plan,
  );
  const chosenVersion = versionChanges.find(
    ({ value, available }) => available && value === version,
  );
  const chosen = [chosenPlan, chosenVersion].flatMap(choice => choice ?? []);
  const target = chosen.map(({ title }) => title).join(', ');
  const spec = {
    ...(chosenPlan && { plan: chosenPlan.value }),
    ...(chosenVersion && { service: chosenVersion.value }),
  };
  const onSuccess = () => {
    const text = t('instance.changePlan.started', {
      name: instance.name,
      plan: target,
    });
    toastApi.post({ tone: 'success', text });
    onClose();
  };
  return (
    <Dialog
      wide
      title={t('instance.changePlan.title', { name: instance.name })}
      action={
        chosen.length > 0
          ? t('instance.changePlan.to', { plan: target })
          : t('instance.changePlan.action')
      }
      busy={update.isPending}
      ready={chosen.length > 0}
      isChanged={chosen.length > 0}
      error={update.error}
      onClose={onClose}
      onAction={() =>
        update.mutate({ generation, spec }, { onSuccess, onError })
      }
    >
      <PlanChanges
        shown={shown}
        isKnown={props.plans.length > 0}
        present={props.plans.find(({ value }) => value === shown.plan)}
        value={chosenPlan?.value ?? ''}
        onChoose={setPlan}
      />
      <Box mt={2}>
        <VersionChoice instance={shown} value={version} onChange={setVersion} />
      </Box>
    </Dialog>
  );
}
