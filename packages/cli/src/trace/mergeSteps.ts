/** The steps of a claim from what both clusters say. Pure function. */
import { appClusterSteps, type AppClusterFacts } from './appClusterSteps';
import { controlPlaneSteps } from './controlPlaneSteps';
import type { ControlPlaneResult } from './readTrace';
import type { TraceStep } from './TraceStep';

/** What waits behind a finding waits for it, which is no finding of its own. */
function withoutConsequences(steps: readonly TraceStep[]): TraceStep[] {
  const stop = steps.findIndex(
    ({ finding, state }) => finding && state !== 'unknown' && state !== 'done',
  );
  return steps.map(({ finding, ...step }, index) =>
    finding && !(stop >= 0 && index > stop && step.state === 'waiting')
      ? { ...step, finding }
      : step,
  );
}

/**
 * All steps. The objects of the control plane replace what the app cluster says about it.
 *
 * @param plane - undefined when no control plane was selected
 */
export function mergeSteps(
  facts: AppClusterFacts,
  plane: ControlPlaneResult | undefined,
): TraceStep[] {
  const steps = appClusterSteps(facts);
  if (!plane) return withoutConsequences(steps);
  const isPickedUp = steps.some(
    ({ step, state }) => step === 'konnector' && state === 'done',
  );
  const merged = steps.flatMap((step): TraceStep[] => {
    if (step.step !== 'control plane') return [step];
    if ('trace' in plane) return controlPlaneSteps(plane.trace);
    const { finding, incomplete } = plane;
    if (finding === 'NotReadable') {
      return [{ finding, ...step, message: step.message ?? incomplete }];
    }
    const state = isPickedUp ? 'failed' : 'waiting';
    const message = incomplete;
    return [{ ...step, location: 'controlPlane', state, finding, message }];
  });
  return withoutConsequences(merged);
}
