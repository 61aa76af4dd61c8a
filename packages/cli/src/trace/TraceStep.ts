/** A step of a claim from the request to the service. */
import type { TraceFinding } from '@klutch/control-plane-health';

/** How far a step is; `unknown` when what it depends on may not be read. */
export type StepState = 'done' | 'waiting' | 'failed' | 'unknown';

/** One step, with the object that shows it. */
export interface TraceStep {
  step:
    | 'request'
    | 'binding'
    | 'konnector'
    | 'control plane'
    | 'composite'
    | 'managed resource'
    | 'service';
  location: 'appCluster' | 'controlPlane';
  /** `<kind>/<name>`, with the namespace in front of the name on the control plane. */
  object: string;
  state: StepState;
  /** What was found, in the words of the cluster where it has some. */
  message?: string;
  /** What to do. */
  remedy?: string;
  /** What is found at a step that is neither done nor still to come. */
  finding?: TraceFinding;
}

/** The first step that failed, or else the first one that is not done. */
export const stoppedAt = (steps: readonly TraceStep[]): TraceStep | undefined =>
  steps.find(({ state }) => state === 'failed') ??
  steps.find(({ state }) => state === 'waiting');
