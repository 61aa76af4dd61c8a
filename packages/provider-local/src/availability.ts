/**
 * The services and plans that this sandbox can provide, for the portal and the sandbox as well as for the
 * controllers.
 */
import { Availability } from './dataService';
import { rolePrivileges } from './services/postgresql/parameters';
import {
  findPlan,
  parameterLimits,
  postgresqlAvailability,
} from './services/postgresql/plans';

/**
 * Whether this sandbox can provide that service and plan; otherwise the reason, as a message for users. Pure
 * function, also used by the controllers. Service names are those of the claims (`a9s-postgresql15`).
 */
export function availability(
  serviceName: string,
  planName: string,
): Availability {
  return postgresqlAvailability(serviceName, planName);
}

/** Role privileges that this sandbox grants. */
export const availablePrivileges: readonly string[] = rolePrivileges;

/**
 * The maximum values of parameters under a plan, by the broker's keys; none for a plan that is unavailable in this
 * sandbox.
 */
export function limitsOf(planName: string): Record<string, number> {
  const plan = findPlan(planName);
  return plan ? parameterLimits(plan) : {};
}
