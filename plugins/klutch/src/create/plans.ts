/** The plans that the rules of the API allow together with the version and composition chosen so far. */
import {
  claimChoices,
  ruleViolations,
  specSchemaOf,
} from '@klutch/backstage-plugin-klutch-common';
import type { Plan, ServiceDetail } from '../api/types';
import type { SettingsValue } from '../settings/form';

/** The composition that the settings name. */
export function compositionIn({
  compositionRef,
}: SettingsValue['settings']): string | undefined {
  return typeof compositionRef === 'object' &&
    compositionRef !== null &&
    'name' in compositionRef &&
    typeof compositionRef.name === 'string'
    ? compositionRef.name
    : undefined;
}

/** The values of a draft that decide which plans can be ordered. */
interface ChosenValues extends Pick<SettingsValue, 'settings'> {
  version: string;
}

/** The service with the versions and plans of a composition; default: its own default. */
export function withComposition(
  service: ServiceDetail,
  composition: string | undefined,
): ServiceDetail {
  const { otherPlans = [], otherVersions = [], defaultComposition } = service;
  if (!composition || composition === defaultComposition) return service;
  const choices = claimChoices(specSchemaOf(service.schema), { composition });
  // Rules refuse a composition that does not exist; the settings say so.
  if (choices.service.length + choices.plan.length === 0) return service;
  return {
    ...service,
    versions: [...service.versions, ...otherVersions].filter(({ value }) =>
      choices.service.includes(value),
    ),
    plans: [...service.plans, ...otherPlans].filter(({ value }) =>
      choices.plan.includes(value),
    ),
  };
}

/** What a rule says against the plan; the other settings are left out, because the settings form checks them. */
function refusalOf(
  { schema, defaultComposition }: ServiceDetail,
  { version, settings }: ChosenValues,
  plan: string,
): string | undefined {
  const compositionRef =
    settings.compositionRef ??
    (defaultComposition && { name: defaultComposition });
  const [violation] = ruleViolations(specSchemaOf(schema), {
    ...(version && { service: version }),
    ...(compositionRef !== undefined && { compositionRef }),
    plan,
  });
  return violation?.message;
}

/** The plan; not available if a rule refuses it, with the rule's message as the reason. */
export function planFor(
  service: ServiceDetail,
  chosen: ChosenValues,
  plan: Plan,
): Plan {
  if (!plan.available) return plan;
  const reason = refusalOf(service, chosen, plan.value);
  return reason === undefined ? plan : { ...plan, available: false, reason };
}

/** The service's plans, each as {@link planFor}. */
export const plansFor = (
  service: ServiceDetail,
  chosen: ChosenValues,
): Plan[] => service.plans.map(plan => planFor(service, chosen, plan));
