/** Problems of a control plane as the REST interface has them: texts with reasons. Pure functions. */
import type {
  Explanation,
  Reason,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { Problem } from '@klutch/control-plane-health';

/** What is wrong and what to do, with their reasons. */
export function problemExplanation({
  message,
  params,
  reason,
  remedy,
}: Problem): Explanation & { remedy: string; remedyReason: Reason } {
  const named: Reason = `ControlPlane${reason}`;
  const remedyReason: Reason = `ControlPlane${reason}Remedy`;
  return { message, reason: named, params, remedy, remedyReason };
}

/**
 * A problem for operators.
 *
 * @param claim - the claim on its app cluster, for problems of claims
 */
export function problemView(
  problem: Problem,
  claim: Schemas['ControlPlaneProblem']['claim'],
): Schemas['ControlPlaneProblem'] {
  const { object, severity, since } = problem;
  return {
    severity,
    object,
    ...problemExplanation(problem),
    ...(since && { since }),
    ...(claim && { claim }),
  };
}
