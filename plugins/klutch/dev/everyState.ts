/** Data that show most states at once: an instance in each state, what belongs to the first one, and what operators see. */
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { FakePortal } from '../src/__testUtils__/FakePortal';
import {
  ago,
  alice,
  claim,
  oscar,
  postgresql,
  servicebindings,
  service,
} from '../src/__testUtils__/fixtures';
import type { Claim } from '../src/api/types';
import { addPlatform } from './addPlatform';

export const cluster = 'Development apps';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#336791"/><circle cx="12" cy="12" r="6" fill="#fff"/></svg>';
const icon = `data:image/svg+xml;base64,${btoa(drawing)}`;

const instances = (): Claim[] => [
  claim('instance', 'orders-db', {
    component: 'component:default/shop',
    lastBackupAt: ago(3600),
    backupSchedule: { cron: '0 3 * * *', kept: 7 },
  }),
  claim('instance', 'ordered-now', {
    state: 'Waiting',
    stateText: 'Waiting for konnector',
    stateReason: 'WaitingForKonnector',
    createdAt: ago(3),
  }),
  claim('instance', 'waits-for-control-plane', {
    state: 'Waiting',
    stateText: 'Waiting for control plane',
    ...explain('CrossplaneIdle'),
    stateReason: 'WaitingForControlPlane',
  }),
  claim('instance', 'waits-for-service', {
    state: 'Waiting',
    stateText: 'Waiting for service',
    stateReason: 'WaitingForService',
  }),
  claim('instance', 'created-now', {
    state: 'Creating',
    stateText: 'Creating (deploying)',
    providerState: 'deploying',
  }),
  claim('instance', 'resized', { state: 'Updating', stateText: 'Updating' }),
  claim('instance', 'full', {
    state: 'Degraded',
    stateText: 'Degraded',
    message: 'The storage of the plan is used up. Choose a bigger plan.',
  }),
  claim('instance', 'refused', {
    state: 'Failed',
    stateText: 'Failed',
    message: 'The provider refuses max_connections: it must be at least 5.',
  }),
  claim('instance', 'away', {
    state: 'Unknown',
    stateText: 'Unknown',
    lastSeenAt: ago(240),
    message: `${cluster} is unreachable. The portal keeps trying to connect.`,
  }),
  claim('instance', 'on-its-way-out', {
    state: 'Deleting',
    stateText: 'Deleting',
    deleting: true,
  }),
  claim('instance', 'kept', { protected: true }),
];

/** What belongs to the first instance. */
const related = (): Claim[] => [
  claim('binding', 'orders-db-app', {
    endpoints: [{ host: 'db.example.com', port: '5432', database: 'orders' }],
  }),
  claim('binding', 'orders-db-new', {
    state: 'Creating',
    stateText: 'Creating',
  }),
  claim('backup', 'orders-db-1', { size: 1.2e9 }),
  claim('backup', 'orders-db-2', {
    state: 'Failed',
    stateText: 'Failed',
    message: 'The backup failed: the disk is full.',
  }),
  claim('restore', 'orders-db-restore', {
    state: 'Creating',
    stateText: 'Restoring',
  }),
];

function activity(): Schemas['Activity'][] {
  const done = (seconds: number) => ({
    at: ago(seconds),
    type: 'instance' as const,
    resource: postgresql,
    name: 'orders-db',
    user: alice.userRef,
  });
  const binding = {
    type: 'binding' as const,
    resource: servicebindings,
    name: 'orders-db-app',
  };
  return [
    { ...done(60), action: 'changed', fields: ['plan'] },
    { ...done(1800), action: 'revealed', ...binding, reason: 'Incident 7' },
    { ...done(3600), action: 'created' },
  ];
}

export function everyState(): FakePortal {
  const portal = new FakePortal();
  portal.me = oscar;
  addPlatform(portal);
  portal.services = [
    service('instance', { icon }),
    service('binding'),
    service('backup'),
    service('restore'),
    service('instance', {
      icon,
      resource: 'mariadbinstances.anynines.com',
      kind: 'MariadbInstance',
      title: 'MariaDB',
      description: 'Not bound where you work.',
      clusters: [{ id: 'apps-dev', title: cluster, bound: false }],
    }),
  ];
  portal.backupTimes = { nextAt: ago(-6 * 3600) };
  portal.usage = {
    storageBytes: 80e6,
    storageLimitBytes: 100e6,
    connections: 3,
    connectionLimit: 17,
  };
  portal.claims = [...instances(), ...related()];
  portal.activity = activity();
  portal.workloads = {
    items: [{ kind: 'Deployment', name: 'shop' }],
    complete: true,
  };
  portal.credentials = {
    secretName: 'orders-db-app-creds',
    fields: [
      { key: 'host', value: 'db.example.com', secret: false },
      { key: 'password', value: 'made up', secret: true },
    ],
  };
  return portal;
}
