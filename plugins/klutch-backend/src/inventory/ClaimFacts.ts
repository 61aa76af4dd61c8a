/** What the state of a claim is derived from, and the result. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimObject } from '../claimApis/claimResource';

/** The step of its progress that a claim has reached. */
export type HopId = Schemas['Hop']['id'];

/** Observed state of one claim. */
export interface ClaimFacts {
  object: ClaimObject;
  /** The provider copy; `unknown` while the portal cannot read the control plane. */
  providerCopy: ClaimObject | 'absent' | 'unknown';
  /** Message for users while the app cluster is unreachable. */
  clusterProblem?: string;
  /** Message for users while the control plane is unreachable. */
  controlPlaneProblem?: string;
  /** Message for users when the konnector may not be working. */
  konnectorProblem?: string;
  /** The service binding's instance is missing on the app cluster. */
  isInstanceMissing?: boolean;
  now: Date;
}

/** A state with its message. */
export interface DerivedClaimState {
  state: Schemas['ClaimState'];
  text: string;
  /** What is wrong, and what to do. */
  message?: string;
  /** The current step; `done` when nothing is left to do. */
  hop: HopId | 'done';
  /** Milliseconds after which the message changes without a cluster event. */
  recheckAfterMs?: number;
}
