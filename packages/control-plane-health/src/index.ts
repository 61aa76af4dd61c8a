/**
 * Says what is wrong with a control plane, for the portal and for command lines.
 * @packageDocumentation
 */
export {
  checkControlPlane,
  type ControlPlaneHealth,
  type HealthOptions,
} from './checkControlPlane';
export type { ObjectReference, Problem } from './Problem';
export { causeOf, claimProblem } from './checks/claims';
export { ClaimTracer, type ClaimTrace, type TraceNode } from './ClaimTracer';
export { readClaimTrace } from './readClaimTrace';
export { detectCrossplane } from './crossplane/detectCrossplane';
export type {
  CompositeApi,
  CrossplaneVersion,
} from './crossplane/CrossplaneVersion';
