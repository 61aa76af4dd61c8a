/** Data of the platform pages. */
import {
  explain,
  reasonMessages,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { PlatformAppCluster } from '../src/api/types';
import type { FakePortal } from '../src/__testUtils__/FakePortal';
import { addControlPlane } from './addControlPlane';
import { addTrace } from './addTrace';
import {
  appClusterApi,
  ago,
  alice,
  api,
  exportTemplate,
  placeSecrets,
  platformAppCluster,
  service,
} from '../src/__testUtils__/fixtures';

/** Alice's request for a service. */
export const ask = (
  title: string,
  secondsAgo: number,
): Schemas['ServiceRequest'] => ({
  id: title,
  resource: `${title.toLowerCase()}instances.anynines.com`,
  title,
  cluster: 'apps-dev',
  user: alice.userRef,
  note: 'For the orders of the shop.',
  requestedAt: ago(secondsAgo),
});

const { message, ...lost } = explain('KonnectorSilent', { at: ago(3600) });
const silent = {
  healthText: message,
  healthReason: lost.reason,
  healthParams: lost.params,
};

/** One in each condition. */
const appClusters = (): PlatformAppCluster[] => [
  platformAppCluster({ healthReason: 'KonnectorHealthy' }),
  platformAppCluster({
    id: 'apps-prod',
    title: 'Production apps',
    lastHeartbeatAt: ago(3600),
    ...silent,
    reachability: {
      reachable: false,
      since: ago(3600),
      message: 'Production apps is unreachable.',
    },
  }),
  platformAppCluster({
    id: 'apps-edge',
    title: 'Edge apps',
    healthReason: 'KonnectorHealthy',
    reachability: {
      reachable: false,
      since: ago(900),
      message: 'Edge apps does not answer.',
    },
  }),
  platformAppCluster({
    id: 'shop',
    title: 'Shop',
    connection: 'konnector',
    invited: true,
    healthText: 'Waits for the join command',
    lastHeartbeatAt: undefined,
    konnectorVersion: undefined,
    reachability: {
      reachable: false,
      message: 'The portal has no kubeconfig.',
    },
    bindings: [],
  }),
];

/** What is lost with the app cluster. */
const offboarding = (resource: string): FakePortal['offboarding'] => ({
  clusterNamespace: 'cluster-x1',
  liveObjects: 3,
  text: '3 PostgreSQL instances with their data, and 2 service bindings.',
  apis: ['PostgreSQL'],
  namespaces: [
    {
      namespace: 'team-a',
      deleted: true,
      objects: [
        {
          resource,
          title: 'PostgreSQL',
          data: true,
          count: 3,
        },
      ],
    },
  ],
  uncounted: [],
});

/** An app cluster with one thing of each kind to attend to. */
const appClusterDetails = (
  resource: string,
): FakePortal['appClusterDetails'] => ({
  'apps-dev': {
    health: 'Degraded',
    history: [
      { at: ago(3_600), state: 'Healthy', konnectorVersion: 'v0.1.0' },
      { at: ago(4_200), state: 'Lost', konnectorVersion: 'v0.1.0' },
      { at: ago(86_400), state: 'Healthy', konnectorVersion: 'v0.1.0' },
    ],
    apis: [
      appClusterApi({
        name: resource,
        unansweredClaims: placeSecrets,
        pausedDeletions: { count: 12, message: '12 wait: team-a/orders-db' },
      }),
    ],
    inventory: [
      {
        resource,
        title: 'PostgreSQL',
        objects: 24,
        copies: 25,
      },
    ],
    withoutObject: {
      total: 1,
      items: [
        {
          resource,
          title: 'PostgreSQL',
          namespace: 'team-a',
          name: 'old-db',
          serviceNamespace: 'cluster-x1-team-a',
        },
      ],
    },
  },
});

/** Of each app cluster with a kubeconfig. */
const certificates: FakePortal['appClusterCertificates'] = [
  {
    state: 'ok',
    ...explain('SetUpCertificateValid', {
      subject: 'Development apps',
      until: '2027-10-01',
    }),
  },
  {
    state: 'warning',
    ...explain('SetUpClusterCredentialsEnd', {
      cluster: 'Development apps',
      until: ago(-864_000).slice(0, 10),
    }),
    remedyReason: 'SetUpClusterCredentialsEndRemedy',
    remedy: reasonMessages.SetUpClusterCredentialsEndRemedy,
  },
];

/** One thing of each kind that operators see. */
export function addPlatform(portal: FakePortal): void {
  const offered = api(service('instance'));
  const bindings = api(service('binding'), { offered: false, boundOn: [] });
  portal.apis = [offered, bindings];
  portal.templates = [{ ...exportTemplate(offered), claims: placeSecrets }];
  portal.platformAppClusters = appClusters();
  portal.joinToken = {
    cluster: 'shop',
    title: 'Shop',
    state: 'Waiting',
    stateText: 'Run the command.',
    further: false,
    expiresAt: ago(-900),
    resources: [offered.resource],
    command: 'curl https://portal.example.com/join | kubectl apply -f -',
    runsKonnector: true,
  };
  portal.offboarding = offboarding(offered.resource);
  portal.appClusterCertificates = certificates;
  portal.appClusterDetails = appClusterDetails(offered.resource);
  portal.serviceRequests = [ask('MariaDB', 600)];
  portal.exportRequests = [
    {
      cluster: 'apps-prod',
      clusterNamespace: 'cluster-x2',
      name: 'mariadb',
      resources: ['mariadbinstances.anynines.com'],
      phase: 'Pending',
      message: 'No export template offers this API.',
      conditions: [],
      createdAt: ago(7200),
    },
  ];
  portal.exports = [
    {
      cluster: 'apps-dev',
      clusterNamespace: 'cluster-x1',
      name: offered.resource,
      state: 'Ready',
      claims: placeSecrets,
      conditions: [{ type: 'Connected', status: 'True' }],
      createdAt: ago(86_400),
    },
  ];
  addControlPlane(portal);
  addTrace(portal);
}
