/** What the portal may have to show: one in-memory portal for each. */
import { FakePortal } from '../src/__testUtils__/FakePortal';
import {
  ago,
  alice,
  appCluster,
  claim,
  oscar,
  platformAppCluster,
  service,
} from '../src/__testUtils__/fixtures';

const cluster = 'Development apps';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#336791"/><circle cx="12" cy="12" r="6" fill="#fff"/></svg>';
const icon = `data:image/svg+xml;base64,${btoa(drawing)}`;

/** An instance in each state, with what belongs to the first one. */
function everyState(): FakePortal {
  const portal = new FakePortal();
  portal.me = oscar;
  portal.platformAppClusters = [platformAppCluster()];
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
  portal.usage = {
    storageBytes: 80e6,
    storageLimitBytes: 100e6,
    connections: 3,
    connectionLimit: 17,
  };
  portal.claims = [
    claim('instance', 'orders-db', {
      backupSchedule: { cron: '0 3 * * *', kept: 7 },
    }),
    claim('instance', 'ordered-now', {
      state: 'Waiting',
      stateText: 'Waiting for konnector',
      stateReason: 'WaitingForKonnector',
      createdAt: ago(3),
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
    claim('binding', 'orders-db-app'),
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
  portal.credentials = {
    secretName: 'orders-db-app-creds',
    fields: [
      { key: 'host', value: 'db.example.com', secret: false },
      { key: 'password', value: 'made up', secret: true },
    ],
  };
  return portal;
}

function variant(change: (portal: FakePortal) => void): () => FakePortal {
  return () => {
    const portal = everyState();
    change(portal);
    return portal;
  };
}

/** By the name in the address: `?scenario=empty`. */
export const scenarios: Record<string, () => FakePortal> = {
  'every-state': everyState,
  empty: variant(portal => {
    portal.claims = [];
    portal.services = [];
    portal.appClusters = [];
    portal.platformAppClusters = [];
  }),
  loading: variant(portal => {
    portal.delay('GET');
  }),
  'portal-away': variant(portal => portal.fail('GET', 'down')),
  forbidden: variant(portal =>
    portal.fail('GET', {
      status: 403,
      message: 'You may not see this. Ask a platform operator.',
    }),
  ),
  'cluster-away': variant(portal => {
    const message = `${cluster} is unreachable. The portal keeps trying to connect.`;
    portal.complete = false;
    portal.appClusters = [
      appCluster({
        reachability: { reachable: false, since: ago(240), message },
      }),
    ];
  }),
  'control-plane-away': variant(portal => {
    portal.controlPlane = {
      reachable: false,
      since: ago(240),
      message: 'The control plane is unreachable.',
    };
  }),
  'managed-from-git': variant(portal => {
    portal.managedBy = { tool: 'flux', name: 'databases' };
  }),
  developer: variant(portal => {
    portal.me = alice;
  }),
  'read-only': variant(portal => {
    portal.me = { ...alice, mayReveal: false };
    portal.may = { change: false, create: [], delete: [], reveal: false };
    portal.namespaces = [{ name: 'team-a', writable: false }];
  }),
  rotation: variant(portal => {
    portal.claims.push(
      claim('binding', 'orders-db-app-2', {
        replaces: 'orders-db-app',
        createdAt: ago(60),
      }),
    );
  }),
  'backup-overdue': variant(portal => {
    const days = (count: number) => ago(count * 86_400);
    portal.backupTimes = { nextAt: days(-1), overdueSince: days(1) };
    for (const backup of portal.claims) {
      if (backup.type === 'backup') backup.createdAt = days(2);
    }
  }),
  'waits-for-an-object': variant(portal => {
    const object = (kind: string, depth: number, isReady = true) => ({
      location: depth > 0 ? ('controlPlane' as const) : ('appCluster' as const),
      depth,
      apiVersion: 'anynines.com/v1',
      kind,
      name: 'orders-db',
      waits: !isReady,
      conditions: isReady
        ? [{ type: 'Ready', status: 'True' }]
        : [{ type: 'Ready', status: 'False', message: 'The disk is full.' }],
    });
    portal.trace = {
      objects: [
        object('PostgresqlInstance', 0),
        object('XPostgresqlInstance', 1),
        object('Server', 2, false),
      ],
    };
  }),
  conflict: variant(portal =>
    portal.fail('PATCH', {
      status: 409,
      message: 'Somebody else changed it meanwhile.',
    }),
  ),
  'session-expired': variant(portal =>
    portal.fail('GET /claims', { status: 401, message: 'Invalid token' }),
  ),
};
