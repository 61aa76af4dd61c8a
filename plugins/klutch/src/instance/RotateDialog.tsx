/**
 * Dialog that leads through the rotation of credentials: new ones, change of the applications, removal of the old ones.
 * The service bindings record how far it is, so it can be closed and continued, by anybody.
 */
import DialogContentText from '@material-ui/core/DialogContentText';
import Step from '@material-ui/core/Step';
import StepContent from '@material-ui/core/StepContent';
import StepLabel from '@material-ui/core/StepLabel';
import Stepper from '@material-ui/core/Stepper';
import Typography from '@material-ui/core/Typography';
import { explanationText } from '../shared/explanationText';
import type { Claim } from '../api/types';
import { useCreateClaim, useDeleteClaim } from '../hooks/useClaimMutations';
import { MAX_LIMIT, useBindingWorkloads, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { errorText } from '../shared/errorText';
import { Notice } from '../shared/Notice';
import { queryError } from '../shared/QueryState';
import { StateLabel } from '../shared/StateLabel';
import { nextName } from './bindingNames';
import { rotationStep, successorOf, type RotationStep } from './rotation';
import { useRelatedOrder } from './useRelatedOrder';

/** Workloads that still use the old Secret. */
function OldWorkloads(props: {
  workloads: ReturnType<typeof useBindingWorkloads>;
}) {
  const { workloads } = props;
  const t = useT();
  const problem = queryError(workloads);
  const { items = [], complete = true } = workloads.data ?? {};
  if (problem) return <Notice tone="warning">{errorText(problem, t)}</Notice>;
  return (
    <>
      {items.length > 0 && (
        <>
          <Typography variant="body2">{t('instance.rotate.using')}</Typography>
          <Typography variant="body2" component="ul">
            {items.map(({ kind, name }) => (
              <li key={`${kind}/${name}`}>
                {kind} <b>{name}</b>
              </li>
            ))}
          </Typography>
        </>
      )}
      {workloads.data && items.length === 0 && complete && (
        <Notice tone="ok">{t('instance.rotate.unused')}</Notice>
      )}
      {!complete && (
        <Notice tone="neutral">{t('instance.rotate.unknownUse')}</Notice>
      )}
    </>
  );
}

const stepNumbers: Record<RotationStep, number> = {
  create: 0,
  wait: 0,
  move: 1,
  removed: 3,
};

/** The action button of a step. */
interface Action {
  label: string;
  isReady: boolean;
  run: () => void;
}

export function RotateDialog(props: {
  instance: Claim;
  /** The service binding when the dialog was opened. */
  binding: Claim;
  /** All service bindings of the instance, as they are now. */
  bindings: readonly Claim[];
  onClose: () => void;
}) {
  const { instance, bindings, onClose } = props;
  const t = useT();
  const order = useRelatedOrder(instance, 'binding');
  const create = useCreateClaim();
  const remove = useDeleteClaim();
  const present = bindings.find(({ uid }) => uid === props.binding.uid);
  const binding = present ?? props.binding;
  const successor = successorOf(binding, bindings);
  const step = rotationStep(present, successor);
  const names = { old: binding.name, new: successor?.name ?? '' };
  const workloads = useBindingWorkloads(binding, { enabled: step === 'move' });
  const taken = useClaims({
    type: 'binding',
    cluster: instance.cluster,
    namespace: instance.namespace,
    limit: MAX_LIMIT,
  });
  const newName = nextName(
    binding.name,
    taken.data?.items.map(({ name }) => name) ?? [],
  );
  const actions: Record<RotationStep, Action> = {
    create: {
      label: t('instance.rotate.create', { name: newName }),
      isReady: order.ready && taken.isSuccess,
      run: () =>
        create.mutate({
          ...order.request(newName, { instanceRef: instance.name }),
          replaces: binding.name,
        }),
    },
    wait: {
      label: t('instance.rotate.waiting'),
      isReady: false,
      run: () => undefined,
    },
    move: {
      label:
        (workloads.data?.items.length ?? 0) > 0
          ? t('instance.rotate.removeAnyway', { name: binding.name })
          : t('instance.rotate.remove', { name: binding.name }),
      // Who still uses the old Secret should be seen first.
      isReady: workloads.isFetched,
      run: () => remove.mutate({ key: binding, confirm: binding.name }),
    },
    removed: { label: t('shared.close'), isReady: true, run: onClose },
  };
  const { isReady, label, run } = actions[step];

  return (
    <Dialog
      wide
      title={t('instance.rotate.title', { name: binding.name })}
      action={label}
      busy={create.isPending || remove.isPending}
      ready={isReady}
      destructive={step === 'move'}
      error={create.error ?? remove.error}
      cancel={t('shared.close')}
      hideCancel={step === 'removed'}
      onClose={onClose}
      onAction={run}
    >
      <DialogContentText>{t('instance.rotate.text')}</DialogContentText>
      <Stepper orientation="vertical" activeStep={stepNumbers[step]}>
        <Step>
          <StepLabel>{t('instance.rotate.step.create')}</StepLabel>
          <StepContent>
            <Typography variant="body2">
              {step === 'wait'
                ? t('instance.rotate.wait', { name: names.new })
                : t('instance.rotate.createText', { name: newName })}
            </Typography>
            {step === 'wait' && successor && (
              <Typography variant="body2" component="div">
                <StateLabel claim={successor} /> {explanationText(successor, t)}
              </Typography>
            )}
          </StepContent>
        </Step>
        <Step>
          <StepLabel>{t('instance.rotate.step.move')}</StepLabel>
          <StepContent>
            <Typography variant="body2" paragraph>
              {t('instance.rotate.move', {
                old: binding.secretName ?? '',
                new: successor?.secretName ?? '',
              })}
            </Typography>
            <OldWorkloads workloads={workloads} />
          </StepContent>
        </Step>
        <Step>
          <StepLabel>{t('instance.rotate.step.remove')}</StepLabel>
        </Step>
      </Stepper>
      {step === 'move' && (
        <DialogContentText>
          {t('instance.rotate.removeText', names)}
        </DialogContentText>
      )}
      {step === 'removed' && (
        <Notice tone="ok">{t('instance.rotate.done', names)}</Notice>
      )}
    </Dialog>
  );
}
