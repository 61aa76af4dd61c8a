/** State of the wizard: draft, current step and validation problems. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldCause } from '../api/KlutchError';
import type { ServiceDetail } from '../api/types';
import { useClaims, useNamespaces } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { validateName } from '../shared/validateName';
import {
  causeMessage,
  initialDraft,
  pickNamespace,
  stepForField,
  wizardSteps,
  type DraftField,
  type Draft,
  type WizardStep,
} from './draft';

type Problems = Partial<Record<DraftField, string>>;

const fieldsByStep: Record<WizardStep, DraftField[]> = {
  where: ['cluster', 'namespace', 'name'],
  what: ['version', 'plan', 'settings'],
  review: [],
};

export function useWizard(service: ServiceDetail) {
  const t = useT();
  const [preset] = useSearchParams();
  const [draft, setDraft] = useState(() => initialDraft(service, preset));
  const [step, setStep] = useState<WizardStep>('where');
  const [submittedSteps, setSubmittedSteps] = useState<WizardStep[]>([]);
  const [causes, setCauses] = useState<FieldCause[]>([]);
  const [settingsValid, setSettingsValid] = useState(true);
  const [pendingStep, setPendingStep] = useState<WizardStep>();

  const existingInstances = useClaims(
    { type: 'instance', cluster: draft.cluster, namespace: draft.namespace },
    { enabled: draft.cluster !== '' && draft.namespace !== '' },
  );
  const namespaces = useNamespaces(
    draft.cluster || undefined,
    service.resource,
  );
  const isNamespacePending = namespaces.data
    ? pickNamespace(namespaces.data.items, draft.namespace) !== draft.namespace
    : namespaces.isLoading;
  /** The user has completed the first step, but the namespaces or existing instances are still loading. */
  const isLoadingChoices =
    step === 'where' &&
    (isNamespacePending ||
      (existingInstances.isLoading && !existingInstances.failureReason));
  const isTaken = Boolean(
    existingInstances.data?.items.some(
      claim => claim.resource === service.resource && claim.name === draft.name,
    ),
  );

  const problems = useMemo(() => {
    const found: Problems = {
      cluster: draft.cluster ? undefined : t('create.where.clusterRequired'),
      namespace: draft.namespace
        ? causeMessage(causes, 'namespace', service)
        : t('create.where.namespaceRequired'),
      name:
        validateName(draft.name, t) ??
        (isTaken
          ? t('shared.name.taken', {
              name: draft.name,
              namespace: draft.namespace,
            })
          : causeMessage(causes, 'name', service)),
      version:
        draft.version || service.versions.length === 0
          ? causeMessage(causes, 'version', service)
          : t('create.what.versionRequired'),
      plan:
        draft.plan || service.plans.length === 0
          ? causeMessage(causes, 'plan', service)
          : t('create.what.planRequired'),
      settings:
        settingsValid && !causeMessage(causes, 'settings', service)
          ? undefined
          : t('create.what.settingsWrong'),
    };
    return found;
  }, [draft, causes, isTaken, settingsValid, service, t]);

  /** Problems to show: those of submitted steps and of edited fields. */
  const shown: Problems = {};
  for (const name of wizardSteps) {
    for (const key of fieldsByStep[name]) {
      const typed = key === 'name' ? draft.name !== '' : false;
      if (
        submittedSteps.includes(name) ||
        typed ||
        causeMessage(causes, key, service)
      ) {
        shown[key] = problems[key];
      }
    }
  }

  const change = useCallback(
    (changes: Partial<Draft>) => {
      // Editing the step cancels the pending change to the next step.
      if ('cluster' in changes || 'name' in changes) setPendingStep(undefined);
      setDraft(previous => ({ ...previous, ...changes }));
      setCauses(previous =>
        previous.filter(cause => {
          const target = stepForField(cause.field, service);
          return !target || !(target.key in changes);
        }),
      );
    },
    [service],
  );

  const goTo = useCallback(
    (target: WizardStep) => {
      if (
        target !== step &&
        isLoadingChoices &&
        !problems.cluster &&
        !problems.name
      ) {
        setPendingStep(target);
        return;
      }
      const passed = wizardSteps.slice(0, wizardSteps.indexOf(target));
      setSubmittedSteps(previous => [...new Set([...previous, ...passed])]);
      const blocked = passed.find(name =>
        fieldsByStep[name].some(key => problems[key]),
      );
      setStep(blocked ?? target);
    },
    [isLoadingChoices, problems, step],
  );
  useEffect(() => {
    if (!pendingStep || isLoadingChoices) return;
    setPendingStep(undefined);
    goTo(pendingStep);
  }, [pendingStep, goTo, isLoadingChoices]);

  return {
    draft,
    step,
    problems: shown,
    causes,
    /** Whether the name is valid and no loaded instance uses it. */
    isNameAvailable:
      existingInstances.isSuccess &&
      draft.name !== '' &&
      problems.name === undefined,
    change,
    changeSettings: useCallback(
      (changes: Pick<Draft, 'form' | 'settings'>, valid: boolean) => {
        change(changes);
        setSettingsValid(valid);
      },
      [change],
    ),
    /** Opens the step, or the first earlier step with a problem; waits while choices are loading. */
    goTo,
    /** Whether `goTo` waits for choices to load. */
    isWaiting: pendingStep !== undefined,
    /** Opens an earlier step without validation. */
    goBackTo: setStep,
    setCauses,
  };
}
