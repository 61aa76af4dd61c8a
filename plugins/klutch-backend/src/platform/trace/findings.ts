/** The page that explains each finding of a trace. Pure. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

type Finding = Schemas['SupportTraceFinding'];

const page =
  'https://github.com/anynines/klutch-for-backstage/blob/main/docs/trace.md';

/** The heading of each finding on the page, as GitHub writes it into addresses. */
export const headings: Record<Finding, string> = {
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
};

/** Address of the explanation of a finding. */
export const docsUrlOf = (finding: Finding): string =>
  `${page}#${headings[finding]}`;
