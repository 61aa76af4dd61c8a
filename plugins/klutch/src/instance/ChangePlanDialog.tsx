/** Dialog that changes the plan of an instance to one that the rules of its API allow. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import type { ClaimDetail, Plan } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { PlanTable } from '../services/PlanTable';
import { Dialog } from '../shared/Dialog';

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
  // As when the dialog opened, so that a change by somebody else is refused, not overwritten; as now after a refusal.
  const [opened, setOpened] = useState<ClaimDetail | undefined>(instance);
  const shown = opened ?? instance;
  const { generation, planChanges } = shown;
  const present = props.plans.find(({ value }) => value === shown.plan);
  const chosen = planChanges.find(({ value }) => value === plan);
  const title = present?.title ?? shown.plan ?? '';
  return (
    <Dialog
      wide
      title={t('instance.changePlan.title', { name: instance.name })}
      action={
        chosen
          ? t('instance.changePlan.to', { plan: chosen.title })
          : t('instance.changePlan.action')
      }
      busy={update.isPending}
      ready={chosen !== undefined}
      error={update.error}
      onClose={onClose}
      onAction={() =>
        update.mutate(
          { generation, spec: { plan } },
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('instance.changePlan.started', {
                  name: instance.name,
                  plan: chosen?.title ?? plan,
                }),
              });
              onClose();
            },
            onError: () => setOpened(undefined),
          },
        )
      }
    >
      <DialogContentText>
        {planChanges.length > 0
          ? t('instance.changePlan.text', { plan: title })
          : t('instance.changePlan.none', { plan: title })}
      </DialogContentText>
      {planChanges.length > 0 && (
        <div role="radiogroup" aria-label={t('services.plan.plan')}>
          <PlanTable
            plans={[
              ...(present
                ? [
                    {
                      ...present,
                      available: false,
                      reason: t('instance.changePlan.present'),
                    },
                  ]
                : []),
              ...planChanges,
            ]}
            value={plan}
            onChoose={setPlan}
          />
        </div>
      )}
    </Dialog>
  );
}
