/**
 * Says what is wrong with a control plane, for the portal and for command lines.
 * @packageDocumentation
 */
export {
  checkControlPlane,
  inspectControlPlane,
  inspectInstalled,
  type ControlPlaneHealth,
  type ControlPlaneInspection,
  type HealthOptions,
  type InstalledObjects,
} from './checkControlPlane';
export { isTrue } from './conditions';
export { isPaused } from './crossplane/isPaused';
export type { ObjectReference, Problem, ProblemReason } from './Problem';
export { causeOf, claimProblem } from './checks/claims';
export { ClaimTracer, type ClaimTrace, type TraceNode } from './ClaimTracer';
export {
  traceDocsUrl,
  traceFindings,
  type TraceFinding,
} from './traceFindings';
export { readClaimTrace } from './readClaimTrace';
export { detectCrossplane } from './crossplane/detectCrossplane';
export type {
  CompositeApi,
  CrossplaneVersion,
} from './crossplane/CrossplaneVersion';
