/** The plans that the rules of the API allow together with the version and composition chosen so far. */
import {
  ruleViolations,
  specSchemaOf,
} from '@klutch/backstage-plugin-klutch-common';
import type { Plan, ServiceDetail } from '../api/types';

/** The values that decide which plans can be ordered. */
interface ChosenValues {
  version: string;
  /** Default: the default one of the service. */
  composition?: string;
}

/** What a rule says against the plan; the other settings are left out, because the settings form checks them. */
function refusalOf(
  { schema, defaultComposition, versions }: ServiceDetail,
  { version, composition }: ChosenValues,
  plan: string,
): string | undefined {
  const name = composition || defaultComposition;
  const [violation] = ruleViolations(specSchemaOf(schema), {
    // The version of another composition says nothing about the plans of this one.
    ...(versions.some(({ value }) => value === version) && {
      service: version,
    }),
    ...(name && { compositionRef: { name } }),
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
