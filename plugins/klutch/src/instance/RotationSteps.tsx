/** The steps of a rotation of credentials, and what is to be done in the present one. */
import Step from '@material-ui/core/Step';
import StepContent from '@material-ui/core/StepContent';
import StepLabel from '@material-ui/core/StepLabel';
import Stepper from '@material-ui/core/Stepper';
import Typography from '@material-ui/core/Typography';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { StateWithMessage } from '../shared/StateWithMessage';
import { BindingWorkloads } from './BindingWorkloads';
import { restartCommand, type RotationStep } from './rotation';
import type { Rotation } from './useRotation';

const stepNumbers: Record<RotationStep, number> = {
  unread: 0,
  create: 0,
  wait: 0,
  failed: 0,
  move: 1,
  removed: 3,
};

/** Both credentials are valid: which workloads have to change, and how they are restarted. */
function MoveStep({ rotation }: { rotation: Rotation }) {
  const { binding, successor, workloads } = rotation;
  const t = useT();
  const command = restartCommand(binding, workloads.data?.items ?? []);
  return (
    <>
      <Typography variant="body2" paragraph>
        {t('instance.rotate.move', {
          old: binding.secretName ?? '',
          new: successor?.secretName ?? '',
        })}
      </Typography>
      <BindingWorkloads workloads={workloads} texts="rotate" />
      {command && (
        <>
          <Typography variant="body2">
            {t('instance.rotate.restart')}.{' '}
            {t('shared.kubectlContext', { cluster: binding.clusterTitle })}
          </Typography>
          <CodeBlock label={t('instance.rotate.restart')} text={command} wrap />
        </>
      )}
    </>
  );
}

function CreateStep({ rotation }: { rotation: Rotation }) {
  const { successor, newName } = rotation;
  const t = useT();
  const { step } = rotation;
  if (step === 'unread') return null;
  const isOrdered = step === 'wait' || step === 'failed';
  const ordered = isOrdered ? successor : undefined;
  return (
    <>
      <Typography variant="body2">
        {ordered
          ? t(`instance.rotate.${step === 'failed' ? 'failed' : 'wait'}`, {
              name: ordered.name,
            })
          : t('instance.rotate.createText', { name: newName })}
      </Typography>
      {ordered && <StateWithMessage claim={ordered} />}
    </>
  );
}

export function RotationSteps({ rotation }: { rotation: Rotation }) {
  const t = useT();
  return (
    <Stepper orientation="vertical" activeStep={stepNumbers[rotation.step]}>
      <Step>
        <StepLabel>{t('instance.rotate.step.create')}</StepLabel>
        <StepContent>
          <CreateStep rotation={rotation} />
        </StepContent>
      </Step>
      <Step>
        <StepLabel>{t('instance.rotate.step.move')}</StepLabel>
        <StepContent>
          <MoveStep rotation={rotation} />
        </StepContent>
      </Step>
      <Step>
        <StepLabel>{t('instance.rotate.step.remove')}</StepLabel>
      </Step>
    </Stepper>
  );
}
