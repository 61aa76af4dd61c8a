/** The steps of the create wizard, as buttons. */
import Step from '@material-ui/core/Step';
import StepButton from '@material-ui/core/StepButton';
import Stepper from '@material-ui/core/Stepper';
import { makeStyles } from '@material-ui/core/styles';
import { useT } from '../hooks/useT';
import { wizardSteps, type WizardStep } from './draft';

const useStyles = makeStyles(theme => ({
  stepper: { padding: theme.spacing(0, 0, 3), background: 'transparent' },
}));

export function WizardStepper(props: {
  step: WizardStep;
  disabled: boolean;
  onGoTo: (step: WizardStep) => void;
}) {
  const { disabled, step, onGoTo } = props;
  const classes = useStyles();
  const t = useT();
  const index = wizardSteps.indexOf(step);
  return (
    <Stepper
      nonLinear
      activeStep={index}
      className={classes.stepper}
      aria-label={t('create.steps.label')}
    >
      {wizardSteps.map((name, position) => (
        <Step key={name} completed={position < index}>
          <StepButton
            disabled={disabled}
            onClick={() => onGoTo(name)}
            aria-current={name === step ? 'step' : undefined}
          >
            {t(`create.steps.${name}`)}
          </StepButton>
        </Step>
      ))}
    </Stepper>
  );
}
