/** State of the wizard: draft, current step and validation problems. */
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldCause } from '../api/KlutchError';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import type { SettingsValue } from '../settings/form';
import { initialDraft, stepForField, type Draft } from './draft';
import { findProblems, problemsToShow } from './problems';
import { useSteps } from './useSteps';
import { useTargetData } from './useTargetData';

export function useWizard(service: ServiceDetail) {
  const t = useT();
  const [preset] = useSearchParams();
  const [draft, setDraft] = useState(() => initialDraft(service, preset));
  const [isChanged, setIsChanged] = useState(false);
  const [causes, setCauses] = useState<FieldCause[]>([]);
  const [settingsValid, setSettingsValid] = useState(true);
  const { isLoading, isNameChecked, isTaken } = useTargetData(service, draft);
  const problems = useMemo(
    () => findProblems(service, draft, { causes, isTaken, settingsValid }, t),
    [draft, causes, isTaken, settingsValid, service, t],
  );
  const { submittedSteps, stopWaiting, ...steps } = useSteps(
    problems,
    isLoading,
  );

  const change = useCallback(
    (changes: Partial<Draft>) => {
      // Editing the step cancels the pending change to the next step.
      if ('cluster' in changes || 'name' in changes) stopWaiting();
      setDraft(previous => ({ ...previous, ...changes }));
      setIsChanged(true);
      setCauses(previous =>
        previous.filter(cause => {
          const target = stepForField(cause.field, service);
          return !target || !(target.key in changes);
        }),
      );
    },
    [service, stopWaiting],
  );

  return {
    ...steps,
    draft,
    /** Whether the draft differs from the one that the page opens with. */
    isChanged,
    problems: problemsToShow(service, draft, problems, submittedSteps, causes),
    causes,
    /** Whether the name is valid and no loaded instance uses it. */
    isNameAvailable:
      isNameChecked && draft.name !== '' && problems.name === undefined,
    change,
    changeSettings: useCallback(
      (value: SettingsValue, valid: boolean) => {
        change(value);
        setSettingsValid(valid);
      },
      [change],
    ),
    setCauses,
  };
}
