/** What stops a claim on its way, and the page that explains each finding. Pure. */

const page =
  'https://github.com/anynines/klutch-for-backstage/blob/main/docs/trace.md';

/**
 * The heading of each finding on the page about traces, as GitHub writes it into addresses.
 * @public
 */
export const traceFindings = {
  ApiNotBound: 'api-not-bound',
  AppClusterUnreachable: 'app-cluster-unreachable',
  AppClusterNotConnected: 'app-cluster-without-a-kubeconfig',
  ClaimMissing: 'claim-missing',
  KonnectorNotReporting: 'konnector-not-reporting',
  NotPickedUp: 'not-picked-up',
  ControlPlaneUnreachable: 'control-plane-unreachable',
  NotComposed: 'not-composed',
  CompositeNotReady: 'composite-not-ready',
  ManagedResourceNotReady: 'managed-resource-not-ready',
  ObjectMissing: 'object-missing',
  NotReadable: 'not-readable',
  ServiceNotReady: 'service-not-ready',
  BeingDeleted: 'being-deleted',
} as const;

/**
 * A finding of a trace.
 * @public
 */
export type TraceFinding = keyof typeof traceFindings;

/**
 * Address of the explanation of a finding.
 * @public
 */
export const traceDocsUrl = (finding: TraceFinding): string =>
  `${page}#${traceFindings[finding]}`;
