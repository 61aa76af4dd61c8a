/** What the portal may have to show: one in-memory portal for each. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import type { FakePortal } from '../src/__testUtils__/FakePortal';
import {
  ago,
  alice,
  appCluster,
  claim,
  postgresql,
  serviceDetail,
  serviceWithBackends,
} from '../src/__testUtils__/fixtures';
import { ask } from './addPlatform';
import { twoClaims } from './addTrace';
import { backupTime, cluster, everyState } from './everyState';

function variant(change: (portal: FakePortal) => void): () => FakePortal {
  return () => {
    const portal = everyState();
    change(portal);
    return portal;
  };
}

/** Only reading is permitted by Backstage in this scenario; what the clusters permit is part of the data. */
export const withoutPermissions = 'without-permissions';

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
  // Everything but `/me`, which says who has to ask.
  forbidden: variant(portal => {
    for (const list of ['app-clusters', 'claims', 'platform', 'services']) {
      portal.fail(`GET /${list}`, {
        status: 403,
        message: 'You may not see this.',
      });
    }
  }),
  [withoutPermissions]: variant(portal => {
    portal.me = { ...alice, mayReveal: false };
  }),
  partial: variant(portal => {
    const message = `The portal is connecting to ${cluster}.`;
    portal.complete = false;
    portal.appClusters = [
      appCluster(),
      appCluster({
        id: 'apps-prod',
        title: 'Production apps',
        reachability: { reachable: false, message },
      }),
    ];
    portal.trace.incomplete = explain('CopyMissing');
    portal.workloads.complete = false;
  }),
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
  // May trace orders of all tenants, and sees nothing else of the platform.
  supporter: variant(portal => {
    portal.me = { ...alice, mayTrace: true };
  }),
  'several-claims-to-trace': variant(portal => {
    portal.supportTrace = twoClaims;
  }),
  'nothing-to-trace': variant(portal => {
    portal.supportTrace = { matches: [] };
  }),
  'read-only': variant(portal => {
    portal.me = { ...alice, mayReveal: false };
    portal.may = { change: [], create: [], delete: [], reveal: false };
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
  'rotation-failed': variant(portal => {
    portal.claims.push(
      claim('binding', 'orders-db-app-2', {
        replaces: 'orders-db-app',
        createdAt: ago(60),
        state: 'Failed',
        message: 'The server has no more roles.',
      }),
    );
  }),
  'restore-not-started': variant(portal => {
    for (const item of portal.claims) {
      if (item.type === 'instance') item.restoreFrom = 'orders-db-1';
    }
    portal.claims = portal.claims.filter(({ type }) => type !== 'restore');
  }),
  'backup-overdue': variant(portal => {
    const twoDaysAgo = backupTime(-2);
    portal.backupTimes = { nextAt: backupTime(), overdueSince: backupTime(-1) };
    for (const item of portal.claims) {
      if (item.lastBackupAt) item.lastBackupAt = twoDaysAgo;
      if (item.type === 'backup') item.createdAt = twoDaysAgo;
      if (item.finishedAt) item.finishedAt = twoDaysAgo;
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
  // The first change meets one that somebody else has made; the next one succeeds.
  conflict: variant(portal =>
    portal.fail('PATCH', () => {
      portal.clearFailures();
      portal.generation += 1;
      portal.parameters = { maxConnections: 150 };
      const object = 'PostgreSQL "orders-db"';
      return { status: 409, ...explain('ClaimChanged', { object }) };
    }),
  ),
  'bulk-errors': variant(portal => {
    portal.fail('POST /claims', {
      status: 403,
      message: `The quota of namespace team-a is used up. Ask an operator of ${cluster} to raise it.`,
    });
    for (const name of ['full', 'refused']) {
      portal.fail(`PATCH /claims/apps-dev/team-a/${postgresql}/${name}`, {
        status: 403,
        ...explain('Forbidden', {
          action: `change PostgreSQL "${name}" in namespace team-a`,
          cluster,
          user: portal.me.kubernetesUser,
        }),
      });
    }
  }),
  'own-requests': variant(portal => {
    portal.me = alice;
    portal.ownRequests = [
      { ...ask('MariaDB', 600), state: 'Open' },
      {
        ...ask('Valkey', 86_400),
        state: 'Approved',
        answeredAt: ago(600),
        message: 'It will be bound tonight.',
      },
      {
        ...ask('MongoDB', 3 * 86_400),
        state: 'Dismissed',
        answeredAt: ago(86_400),
        message: 'PostgreSQL stores documents, too; use that.',
      },
      {
        ...ask('PostgreSQL', 30 * 86_400),
        state: 'Fulfilled',
        answeredAt: ago(29 * 86_400),
      },
    ];
  }),
  'several-backends': variant(portal => {
    portal.detailOf = of =>
      of.type === 'instance' ? serviceWithBackends(of) : serviceDetail(of);
  }),
  // The control plane lets the person register no app clusters.
  'no-more-app-clusters': variant(portal => {
    const answer = {
      allowed: false,
      ...explain('Forbidden', {
        action: 'register app clusters',
        cluster: 'the control plane',
        user: portal.me.kubernetesUser,
      }),
    };
    portal.platformAccess = { register: answer, invite: answer };
  }),
  'session-expired': variant(portal =>
    portal.fail('GET /claims', { status: 401, message: 'Invalid token' }),
  ),
};
