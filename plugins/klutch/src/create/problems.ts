/** Validation of the draft: the problem of each field, and which problems are shown. */
import type { FieldCause } from '../api/KlutchError';
import type { Namespace, ServiceDetail } from '../api/types';
import type { T } from '../hooks/useT';
import { explanationText } from '../shared/explanationText';
import { ruleText } from '../shared/ruleText';
import { validateName } from '../shared/validateName';
import {
  causesOf,
  compositionOf,
  namespaceProblem,
  wizardSteps,
  type Draft,
  type DraftField,
  type WizardStep,
} from './draft';
import { planFor } from '../plans/plansFor';

export type Problems = Partial<Record<DraftField, string>>;

/** What is known about a draft besides its values. */
export interface Checks {
  /** Errors that the app cluster reported for fields of the claim. */
  causes: FieldCause[];
  /** The namespace of the draft, once it is known. */
  namespace: Namespace | undefined;
  /** Whether an instance of this name exists in the namespace. */
  isTaken: boolean;
  settingsValid: boolean;
}

const fieldsByStep: Record<WizardStep, DraftField[]> = {
  where: ['cluster', 'namespace', 'name', 'owner', 'component'],
  what: ['composition', 'version', 'plan', 'settings'],
  review: [],
};

/** What is wrong with the version and the plan. */
export function findPlanProblems(
  service: ServiceDetail,
  chosen: Pick<Draft, 'version' | 'plan'> & { composition?: string },
  t: T,
): Pick<Problems, 'version' | 'plan'> {
  const found = service.plans.find(({ value }) => value === chosen.plan);
  const plan = found && planFor(service, chosen, found);
  const version = service.versions.find(
    ({ value }) => value === chosen.version,
  );
  const lacksVersion = !version && service.versions.length > 0;
  const lacksPlan = !found && service.plans.length > 0;
  const reason = plan?.available ? undefined : plan?.reason;
  const refusal = reason && ruleText(reason, t);
  return {
    version: lacksVersion
      ? t(`create.what.version${chosen.version ? 'Gone' : 'Required'}`)
      : undefined,
    plan: lacksPlan
      ? t(`create.what.plan${chosen.plan ? 'Gone' : 'Required'}`)
      : refusal,
  };
}

/** The problem of each field, also of fields that the user has not reached yet. */
export function findProblems(
  service: ServiceDetail,
  draft: Draft,
  { causes, isTaken, namespace, settingsValid }: Checks,
  t: T,
): Problems {
  const cause = (key: DraftField) =>
    causesOf(causes, key, service)
      .map(one => explanationText(one, t))
      .join(' ') || undefined;
  const taken = isTaken
    ? t('shared.name.taken', { name: draft.name, namespace: draft.namespace })
    : undefined;
  const composition = compositionOf(draft);
  const chosen = { ...draft, composition };
  const { version, plan } = findPlanProblems(service, chosen, t);
  return {
    cluster: draft.cluster ? undefined : t('create.where.clusterRequired'),
    namespace: draft.namespace
      ? (namespaceProblem(namespace, t) ?? cause('namespace'))
      : t('create.where.namespaceRequired'),
    name: validateName(draft.name, t) ?? taken ?? cause('name'),
    owner: cause('owner'),
    component: cause('component'),
    composition: cause('composition'),
    version: version ?? cause('version'),
    plan: plan ?? cause('plan'),
    settings:
      settingsValid && !cause('settings') ? undefined : t('settings.wrong'),
  };
}

/** Fields whose problems show as soon as they have a value. */
const instant: ReadonlySet<DraftField> = new Set(['name', 'version', 'plan']);

/** Problems to show: those of submitted steps, of values that show theirs at once, and those that the app cluster reported. */
export function problemsToShow(
  service: ServiceDetail,
  draft: Draft,
  problems: Problems,
  submittedSteps: WizardStep[],
  causes: FieldCause[],
): Problems {
  const isShown = (key: DraftField) =>
    submittedSteps.some(step => fieldsByStep[step].includes(key)) ||
    (instant.has(key) && draft[key] !== '') ||
    causesOf(causes, key, service).length > 0;
  return Object.fromEntries(
    Object.entries(problems).filter(([key]) => isShown(key as DraftField)),
  );
}

export function stepsBefore(step: WizardStep): WizardStep[] {
  return wizardSteps.slice(0, wizardSteps.indexOf(step));
}

/** The first of the steps with a problem. */
export function firstWithProblem(
  steps: WizardStep[],
  problems: Problems,
): WizardStep | undefined {
  return steps.find(step => fieldsByStep[step].some(key => problems[key]));
}
