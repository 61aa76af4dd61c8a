/**
 * The services and plans that this sandbox can provide, for the portal and the sandbox as well as for the
 * controllers.
 */
import { engines } from './engines';
import { chooseForService, findPlan } from './host/offers';
import type { OfferedPlan } from './host/ServiceEngine';

/** Whether a service and plan are available; otherwise the reason, as a message for users. */
export type Availability =
  | { available: true }
  | { available: false; reason: string };

/**
 * Whether this sandbox can provide that service and plan, as the controllers decide it. Service names are those of the
 * claims (`a9s-postgresql15`); `title` is what users call the service.
 */
export function availability(
  serviceName: string,
  planName: string,
  title?: string,
): Availability {
  const choice = chooseForService(
    engines.map(engine => ({ engine })),
    { serviceName, planName },
    title,
  );
  return choice.available ? { available: true } : choice;
}

const planOf = (planName: string): OfferedPlan | undefined =>
  engines
    .map(engine => findPlan(engine.offers, planName))
    .find(plan => plan !== undefined);

/**
 * The maximum values of parameters under a plan, by the broker's keys; none for a plan that is unavailable in this
 * sandbox.
 */
export const limitsOf = (planName: string): Readonly<Record<string, number>> =>
  planOf(planName)?.maximums ?? {};

/** As {@link limitsOf}, in bytes, of parameters whose values are sizes such as `64mb`. */
export const sizeLimitsOf = (
  planName: string,
): Readonly<Record<string, number>> => planOf(planName)?.maximumSizes ?? {};

/** Parameters of a service type (`postgresql`) that accept fewer values here than the API allows, by the broker's keys. */
export const acceptedValues = (
  serviceType: string,
): Readonly<Record<string, readonly string[]>> =>
  engines.find(({ type }) => type === serviceType)?.acceptedValues ?? {};
