/** The create wizard: three steps, the summary and the navigation buttons; continues with a draft that was kept. */
import Button from '@material-ui/core/Button';
import Grid from '@material-ui/core/Grid';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ServiceDetail } from '../api/types';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { scrollIntoView } from '../shared/scrollIntoView';
import { Section } from '../shared/Section';
import { ConfigurationStep } from './ConfigurationStep';
import { toClaimRequest, wizardSteps, type WizardStep } from './draft';
import { ReviewAndSubmitStep } from './ReviewAndSubmitStep';
import { SummaryPanel } from './SummaryPanel';
import { TargetStep } from './TargetStep';
import { useUnsavedChanges } from '../hooks/useUnsavedChanges';
import { useWizard } from './useWizard';
import { WizardStepper } from './WizardStepper';

const useStyles = makeStyles(theme => ({
  buttons: { display: 'flex', alignItems: 'center', gap: theme.spacing(2) },
  main: { outline: 'none' },
  side: { position: 'sticky', top: theme.spacing(3) },
}));

/** Focuses the top of each new step; returns the ref of the top. */
function useFocusOnStep(step: WizardStep) {
  const top = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    // The button that had the focus is gone, and after a long step the page is still scrolled down.
    top.current?.focus();
    scrollIntoView(top.current);
  }, [step]);
  return top;
}

/** The step “Where” or “What” with its buttons. */
function StepForm(props: {
  service: ServiceDetail;
  wizard: ReturnType<typeof useWizard>;
  step: Exclude<WizardStep, 'review'>;
  back: ReactNode;
}) {
  const { service, wizard, step } = props;
  const classes = useStyles();
  const t = useT();
  const next = step === 'where' ? 'what' : 'review';
  const stepProps = {
    service,
    draft: wizard.draft,
    problems: wizard.problems,
    onChange: wizard.change,
  };
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        // React also passes on the submit event of a dialog that a field opens.
        if (event.target === event.currentTarget) wizard.goTo(next);
      }}
    >
      <Section title={t(`create.steps.${step}`)}>
        {step === 'where' ? (
          <TargetStep {...stepProps} isNameAvailable={wizard.isNameAvailable} />
        ) : (
          <ConfigurationStep
            {...stepProps}
            causes={wizard.causes}
            onBackend={wizard.chooseBackend}
            onSettings={wizard.changeSettings}
          />
        )}
      </Section>
      <div className={classes.buttons}>
        {props.back}
        <Button type="submit" variant="contained" color="primary">
          {t('create.next', { step: t(`create.steps.${next}`) })}
        </Button>
        <Typography
          variant="body2"
          color="textSecondary"
          component="div"
          role="status"
        >
          {wizard.isWaiting && t('create.waiting')}
        </Typography>
      </div>
    </form>
  );
}

/** Says that the page shows what was entered on an earlier visit. */
function KeptNotice(props: { disabled: boolean; onStartAgain: () => void }) {
  const t = useT();
  return (
    <Notice
      tone="neutral"
      action={
        <Button
          size="small"
          disabled={props.disabled}
          onClick={props.onStartAgain}
        >
          {t('create.startAgain')}
        </Button>
      }
    >
      {t('create.kept')}
    </Notice>
  );
}

function Wizard(props: {
  user: string;
  service: ServiceDetail;
  onStartAgain: () => void;
}) {
  const { user, onStartAgain } = props;
  const classes = useStyles();
  const t = useT();
  const wizard = useWizard(user, props.service);
  const { draft, service, step } = wizard;
  const order = useCreateClaim();
  const leaveFor = (next: WizardStep, go: (step: WizardStep) => void) => {
    // The answer to an order is about what was entered then.
    order.reset();
    go(next);
  };
  const goBackTo = (next: WizardStep) => leaveFor(next, wizard.goBackTo);
  const top = useFocusOnStep(step);
  useUnsavedChanges(wizard.isChanged);
  const previous = wizardSteps[wizardSteps.indexOf(step) - 1];
  const back = previous && (
    <Button disabled={order.isPending} onClick={() => goBackTo(previous)}>
      {t('create.back')}
    </Button>
  );
  return (
    <Grid container spacing={3}>
      <Grid
        item
        xs={12}
        md={8}
        xl={9}
        ref={top}
        tabIndex={-1}
        className={classes.main}
      >
        {wizard.isRestored && (
          <KeptNotice
            disabled={order.isPending}
            onStartAgain={() => {
              wizard.forgetDraft();
              onStartAgain();
            }}
          />
        )}
        <WizardStepper
          step={step}
          // The answer of an order is shown on its step.
          disabled={order.isPending}
          onGoTo={next => leaveFor(next, wizard.goTo)}
        />
        {step === 'review' ? (
          <ReviewAndSubmitStep
            service={service}
            draft={draft}
            request={toClaimRequest(service, draft)}
            order={order}
            onCauses={wizard.setCauses}
            onGoTo={goBackTo}
            onOrdered={wizard.forgetDraft}
            back={back}
          />
        ) : (
          <StepForm service={service} wizard={wizard} step={step} back={back} />
        )}
      </Grid>
      <Grid item xs={12} md={4} xl={3}>
        <div className={classes.side}>
          <SummaryPanel service={service} draft={draft} />
        </div>
      </Grid>
    </Grid>
  );
}

export function CreateWizard(props: {
  /** Entity ref of the user. */
  user: string;
  service: ServiceDetail;
}) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Wizard
      {...props}
      key={attempt}
      onStartAgain={() => setAttempt(attempt + 1)}
    />
  );
}
