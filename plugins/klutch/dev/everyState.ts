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
  serviceDetail,
} from '../src/__testUtils__/fixtures';
import type { Claim, Plan } from '../src/api/types';
import { addPlatform } from './addPlatform';
import { icons } from './icons';

export const cluster = 'Development apps';

/** Time of the next daily backup, at 3:00 UTC as the schedule of the first instance says; others by days from it. */
export function backupTime(daysLater = 0): string {
  const time = new Date();
  const isOver = time.getUTCHours() >= 3;
  time.setUTCHours(3, 0, 0, 0);
  time.setUTCDate(time.getUTCDate() + Number(isOver) + daysLater);
  return time.toISOString();
}

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
  claim('backup', 'orders-db-1', {
    size: 31 * 1024 ** 2,
    createdAt: ago(3660),
    finishedAt: ago(3600),
  }),
  claim('backup', 'orders-db-2', {
    state: 'Failed',
    stateText: 'Failed',
    message: 'The backup failed: the disk is full.',
  }),
  claim('backup', 'old-db-last', {
    instanceRef: 'old-db',
    size: 12 * 1024 ** 2,
    createdAt: ago(20 * 86_400),
    finishedAt: ago(20 * 86_400),
  }),
  claim('restore', 'orders-db-restore', {
    state: 'Creating',
    stateText: 'Restoring',
    backupRef: 'orders-db-1',
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

const mariadbPlans: Plan[] = [
  {
    value: 'mariadb-single-nano',
    title: 'Single nano',
    available: true,
    replicas: 1,
    connections: 20,
    storage: '200Mi',
  },
  {
    value: 'mariadb-single-big',
    title: 'Single big',
    available: true,
    replicas: 1,
    connections: 200,
    storage: '2Gi',
  },
];

export function everyState(): FakePortal {
  const portal = new FakePortal();
  portal.me = oscar;
  addPlatform(portal);
  portal.services = [
    service('instance', { icon: icons.postgresql }),
    service('binding'),
    service('backup'),
    service('restore', { restoresElsewhere: true }),
    service('instance', {
      icon: icons.mariadb,
      resource: 'mariadbinstances.anynines.com',
      kind: 'MariadbInstance',
      title: 'MariaDB',
      serviceType: 'mariadb',
      versions: [
        { value: 'a9s-mariadb106', title: 'MariaDB 10.6', available: true },
      ],
      description: 'A relational database that speaks the protocol of MySQL.',
      clusters: [{ id: 'apps-dev', title: cluster, bound: false }],
    }),
  ];
  portal.detailOf = of =>
    serviceDetail(
      of,
      of.serviceType === 'mariadb' ? { plans: mariadbPlans } : {},
    );
  portal.backupTimes = { nextAt: backupTime() };
  portal.usage = {
    storageBytes: 80 * 1024 ** 2,
    storageLimitBytes: 100 * 1024 ** 2,
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
