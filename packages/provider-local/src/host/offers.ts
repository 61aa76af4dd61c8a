/** Which services and plans engines offer, with the reasons why others are not available. Pure functions. */
import { Offer, OfferedPlan, ServiceEngine } from './ServiceEngine';

export const findOffer = <Plan extends OfferedPlan>(
  offers: readonly Offer<Plan>[],
  serviceName: string,
): Offer<Plan> | undefined =>
  offers.find(offer => offer.serviceName === serviceName);

/** The plan of that name, or `undefined` when no offer has it. */
export const findPlan = <Plan extends OfferedPlan>(
  offers: readonly Offer<Plan>[],
  planName: string,
): Plan | undefined =>
  offers.flatMap(({ plans }) => plans).find(({ name }) => name === planName);

function planReason(
  { title }: ServiceEngine,
  { plans, missingPlans = {} }: Offer,
  planName: string,
): string | undefined {
  if (plans.some(({ name }) => name === planName)) return undefined;
  const missing = Object.entries(missingPlans).find(([beginning]) =>
    planName.startsWith(beginning),
  );
  if (missing) return missing[1];
  if (planName.endsWith('-bionic')) {
    return 'Plans on Ubuntu Bionic are not available here: this sandbox starts servers on this machine. Choose the same plan without Bionic.';
  }
  const topology = /-(replica|cluster)-/.exec(planName)?.[1];
  return topology
    ? `This sandbox runs one server per instance; ${topology} plans are not available here. Choose a plan for a single server.`
    : `There is no ${title} plan ${planName}. Choose a plan like ${plans[0]?.name}.`;
}

/** Why the engine does not offer the service with that plan; `undefined` when it does. */
function unavailableReason(
  engine: ServiceEngine,
  serviceName: string,
  planName: string,
): string | undefined {
  const offer = findOffer(engine.offers, serviceName);
  if (offer) return planReason(engine, offer, planName);
  const list = (type: 'conjunction' | 'disjunction', texts: string[]) =>
    new Intl.ListFormat('en-GB', { type }).format(texts);
  const titles = engine.offers.map(({ title }) => title);
  const names = engine.offers.map(other => other.serviceName);
  return `The service ${serviceName} is not available here: this sandbox runs ${list('conjunction', titles)}. Choose the service ${list('disjunction', names)}.`;
}

/** What was chosen for a service and plan, or the reason why nothing offers them, as a message for users. */
export type Choice<T> =
  | { available: true; chosen: T }
  | { available: false; reason: string };

/**
 * Chooses by the name of the service, which begins with the engine's type.
 *
 * @param title - of the service, for the message that no engine runs it
 */
export function chooseForService<T extends { engine: ServiceEngine }>(
  candidates: readonly T[],
  { serviceName, planName }: { serviceName: string; planName: string },
  title = `The service ${serviceName}`,
): Choice<T> {
  const chosen = candidates.find(({ engine }) =>
    serviceName.startsWith(`a9s-${engine.type}`),
  );
  if (!chosen) {
    return { available: false, reason: `${title} is not available here yet.` };
  }
  const reason = unavailableReason(chosen.engine, serviceName, planName);
  return reason === undefined
    ? { available: true, chosen }
    : { available: false, reason };
}
