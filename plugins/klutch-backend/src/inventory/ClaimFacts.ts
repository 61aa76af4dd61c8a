/** What the state of a claim is derived from, and the result. */
import type {
  Explanation,
  Reason,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { ClaimObject } from '../claimApis/claimResource';

/** The step of its progress that a claim has reached. */
export type HopId = Schemas['Hop']['id'];

/** Observed state of one claim. */
export interface ClaimFacts {
  object: ClaimObject;
  /** The provider copy; `unknown` while the portal cannot read the control plane. */
  providerCopy: ClaimObject | 'absent' | 'unknown';
  /** Set while the app cluster is unreachable. */
  clusterProblem?: Explanation;
  /** Set while the control plane is unreachable. */
  controlPlaneProblem?: Explanation;
  /** Set when the konnector may not be working. */
  konnectorProblem?: Explanation;
  /** The konnector waits for an operator before it deletes more objects of this API. */
  areDeletionsPaused?: boolean;
  /** The service binding's instance is missing on the app cluster. */
  isInstanceMissing?: boolean;
  now: Date;
}

/** States that say what is being waited for, or what is missing. */
export type StateReason = Extract<
  Reason,
  | 'WaitingForKonnector'
  | 'WaitingForControlPlane'
  | 'WaitingForService'
  | 'InstanceIsDeleted'
>;

export interface DerivedClaimState extends Partial<Explanation> {
  state: Schemas['ClaimState'];
  /** More exactly than the state. */
  stateReason?: StateReason;
  /** What the provider calls the state of its work. */
  providerState?: string;

  /** The current step; `done` when nothing is left to do. */
  hop: HopId | 'done';
  /** Milliseconds after which the message changes without a cluster event. */
  recheckAfterMs?: number;
}

/** The explanation of a state; undefined without one. */
export function explanationIn({
  message,
  reason,
  params,
}: DerivedClaimState): Explanation | undefined {
  if (!message) return undefined;
  return { message, ...(reason && { reason }), ...(params && { params }) };
}
