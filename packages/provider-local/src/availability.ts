/** What can be had in this sandbox, for those who show services and plans (portal, sandbox) as well as for the controllers. */
import { Availability } from './dataService';
import { rolePrivileges } from './services/postgresql/parameters';
import {
  findPlan,
  parameterLimits,
  postgresqlAvailability,
} from './services/postgresql/plans';

/**
 * Whether this sandbox can run that service and plan; if not, the reason in words that may be shown as it is.
 * Pure, and the same function that the controllers ask. Service names are those of the claims (`a9s-postgresql15`).
 */
export function availability(
  serviceName: string,
  planName: string,
): Availability {
  return postgresqlAvailability(serviceName, planName);
}

/** Role privileges that this sandbox grants. */
export const availablePrivileges: readonly string[] = rolePrivileges;

/** The most that a plan lets parameters ask for, by the broker's keys; none for a plan that does not run here. */
export function limitsOf(planName: string): Record<string, number> {
  const plan = findPlan(planName);
  return plan ? parameterLimits(plan) : {};
}
