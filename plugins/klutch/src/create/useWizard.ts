/** State of the wizard: draft, current step and validation problems. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldCause } from '../api/KlutchError';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import type { SettingsValue } from '../settings/form';
import {
  compositionOf,
  initialDraft,
  isEdited,
  stepForField,
  withBackend,
  type Draft,
} from './draft';
import { forgetDraft, keepDraft, restoreDraft } from './keptDraft';
import { findProblems, problemsToShow } from './problems';
import { useOffer } from '../plans/useOffer';
import { useSteps } from './useSteps';
import { useTargetData } from './useTargetData';

/**
 * @param user - entity ref of the user, whose draft is kept
 * @param offer - the service with what its default composition has
 */
export function useWizard(user: string, offer: ServiceDetail) {
  const t = useT();
  const [preset] = useSearchParams();
  const [initial] = useState(() => initialDraft(offer, preset));
  const [restored] = useState(() => restoreDraft(user, offer, preset));
  const [draft, setDraft] = useState(restored?.draft ?? initial);
  const [causes, setCauses] = useState<FieldCause[]>([]);
  const [settingsValid, setSettingsValid] = useState(
    restored?.settingsValid ?? true,
  );
  const service = useOffer(offer, compositionOf(draft));
  const isChanged = isEdited(draft, initial);
  const { resource } = service;
  const presetText = preset.toString();
  useEffect(() => {
    const kept = { draft, settingsValid, preset: presetText };
    keepDraft({ user, resource }, isChanged ? kept : undefined);
  }, [user, resource, isChanged, draft, settingsValid, presetText]);
  const { isLoading, isNameChecked, isTaken, namespace } = useTargetData(
    service,
    draft,
  );
  const problems = useMemo(
    () =>
      findProblems(
        service,
        draft,
        { causes, isTaken, namespace, settingsValid },
        t,
      ),
    [draft, causes, isTaken, namespace, settingsValid, service, t],
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
    /** The service with what the chosen composition has. */
    service,
    draft,
    /** Whether the draft differs from the one that the page opens with. */
    isChanged,
    /** Whether the draft was kept from an earlier visit of the page. */
    isRestored: restored !== undefined,
    problems: problemsToShow(service, draft, problems, submittedSteps, causes),
    causes,
    /** Whether the name is valid and no loaded instance uses it. */
    isNameAvailable:
      isNameChecked && draft.name !== '' && problems.name === undefined,
    change,
    /** Chooses the backend, and keeps what it has of the version and plan. */
    chooseBackend: (composition: string) =>
      change(withBackend(offer, draft, composition)),
    changeSettings: useCallback(
      (value: SettingsValue, valid: boolean) => {
        change(value);
        setSettingsValid(valid);
      },
      [change],
    ),
    setCauses,
    forgetDraft: () => forgetDraft({ user, resource }, draft.name),
  };
}
