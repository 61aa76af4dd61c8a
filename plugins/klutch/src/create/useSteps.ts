/** Navigation between the wizard's steps: a step with a problem is not passed. */
import { useCallback, useEffect, useState } from 'react';
import type { WizardStep } from './draft';
import { firstWithProblem, stepsBefore, type Problems } from './problems';

export function useSteps(problems: Problems, isLoadingTargetData: boolean) {
  const [step, setStep] = useState<WizardStep>('where');
  const [submittedSteps, setSubmittedSteps] = useState<WizardStep[]>([]);
  const [pendingStep, setPendingStep] = useState<WizardStep>();
  const isLoading = step === 'where' && isLoadingTargetData;

  const goTo = useCallback(
    (target: WizardStep) => {
      if (target !== step && isLoading && !problems.cluster && !problems.name) {
        setPendingStep(target);
        return;
      }
      const passed = stepsBefore(target);
      setSubmittedSteps(previous => [...new Set([...previous, ...passed])]);
      setStep(firstWithProblem(passed, problems) ?? target);
    },
    [isLoading, problems, step],
  );
  useEffect(() => {
    if (!pendingStep || isLoading) return;
    setPendingStep(undefined);
    goTo(pendingStep);
  }, [pendingStep, goTo, isLoading]);

  return {
    step,
    submittedSteps,
    /** Opens the step, or the first earlier step with a problem; waits while the data of the first step is loading. */
    goTo,
    /** Whether `goTo` waits. */
    isWaiting: pendingStep !== undefined,
    stopWaiting: useCallback(() => setPendingStep(undefined), []),
    /** Opens an earlier step without validation. */
    goBackTo: setStep,
  };
}
