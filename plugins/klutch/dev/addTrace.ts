/** Data of the page for support: an order that stops at a managed resource. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { FakePortal } from '../src/__testUtils__/FakePortal';
import { ago, postgresql } from '../src/__testUtils__/fixtures';

const claim: Schemas['SupportTraceClaim'] = {
  cluster: 'apps-dev',
  clusterTitle: 'Development apps',
  namespace: 'team-a',
  resource: postgresql,
  kind: 'PostgresqlInstance',
  name: 'orders-db',
};

const managed = {
  apiVersion: 'dataservices.anynines.com/v1',
  kind: 'ServiceInstance',
  name: 'orders-db-x7k2p-9f8e7',
};

const message =
  'The quota of the data centre is used up: … of 40 virtual machines run.';

const steps: Schemas['SupportTraceStep'][] = [
  { id: 'request', state: 'done', at: ago(10_800) },
  { id: 'appCluster', state: 'done' },
  { id: 'konnector', state: 'done', at: ago(10_795) },
  { id: 'controlPlane', state: 'done', at: ago(10_795) },
  { id: 'composite', state: 'done', at: ago(10_790) },
  {
    id: 'managedResource',
    state: 'failed',
    object: managed,
    message,
    finding: 'ManagedResourceNotReady',
    docsUrl:
      'https://github.com/anynines/klutch-for-backstage/blob/main/docs/trace.md#managed-resource-not-ready',
  },
  { id: 'service', state: 'waiting' },
];

const synced = { type: 'Synced', status: 'True' };
const waits = { type: 'Ready', status: 'False', reason: 'Creating' };
const anynines = 'anynines.com/v1';

const objects: Schemas['TraceObject'][] = [
  {
    location: 'appCluster',
    depth: 0,
    apiVersion: anynines,
    kind: claim.kind,
    namespace: claim.namespace,
    name: claim.name,
    conditions: [synced, waits],
  },
  {
    location: 'controlPlane',
    depth: 1,
    apiVersion: anynines,
    kind: claim.kind,
    namespace: 'cluster-x1-team-a',
    name: claim.name,
    conditions: [synced, waits],
  },
  {
    location: 'controlPlane',
    depth: 2,
    apiVersion: anynines,
    kind: 'XPostgresqlInstance',
    name: 'orders-db-x7k2p',
    conditions: [synced, waits],
  },
  {
    location: 'controlPlane',
    depth: 3,
    ...managed,
    conditions: [{ ...synced, status: 'False', message }, waits],
  },
];

/** Whatever the field says, the trace is of this order. */
export function addTrace(portal: FakePortal): void {
  portal.supportTrace = {
    matches: [claim],
    trace: {
      claim,
      createdAt: ago(10_800),
      stoppedAt: 'managedResource',
      steps,
      objects,
    },
  };
}

/** Two claims to choose from. */
export const twoClaims: Schemas['SupportTraceResult'] = {
  matches: [claim, { ...claim, namespace: 'team-b' }],
};
