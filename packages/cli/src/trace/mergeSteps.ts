/** The steps of a claim from what both clusters say. Pure function. */
import { appClusterSteps, type AppClusterFacts } from './appClusterSteps';
import { controlPlaneSteps } from './controlPlaneSteps';
import type { ControlPlaneResult } from './readTrace';
import type { TraceStep } from './TraceStep';

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
  if (!plane) return steps;
  const isPickedUp = steps.some(
    ({ step, state }) => step === 'konnector' && state === 'done',
  );
  return steps.flatMap((step): TraceStep[] => {
    if (step.step !== 'control plane') return [step];
    if ('trace' in plane) return controlPlaneSteps(plane.trace);
    const { incomplete, isUnreadable } = plane;
    if (isUnreadable) {
      return [{ ...step, message: step.message ?? incomplete }];
    }
    const state = isPickedUp ? 'failed' : 'waiting';
    return [{ ...step, location: 'controlPlane', state, message: incomplete }];
  });
}
