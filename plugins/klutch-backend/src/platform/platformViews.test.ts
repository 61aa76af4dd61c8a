import {
  bindResources,
  conditionTypes,
  names,
  type APIServiceExport,
} from '@klutch/bind-api';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { clusterBindingWith } from '../clusters/__testUtils__/clusterBindingWith';
import { platformAppClusterView, requestView } from './platformViews';

it('a waiting export request names what it waits for', () => {
  const view = requestView(
    {
      apiVersion: names.apiVersion,
      kind: bindResources.requests.kind,
      metadata: { namespace: 'cluster-x', name: 'export-1' },
      spec: { resources: [{ group: 'anynines.com', resource: 'backups' }] },
      status: {
        phase: 'Pending',
        conditions: [
          {
            type: conditionTypes.exportsReady,
            status: 'False',
            message: 'Apply this role.',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      },
    },
    'apps-dev',
  );
  expect(view).toMatchObject({
    cluster: 'apps-dev',
    resources: ['backups.anynines.com'],
    phase: 'Pending',
    message: 'Apply this role.',
  });
});

it('gives the health of the konnector, and what is missing, with their reasons', () => {
  const view = platformAppClusterView(
    {
      record: {
        id: 'shop',
        title: 'Shop',
        clusterNamespace: 'c',
      },
      connection: 'konnector',
      version: '1',
      since: new Date(0),
      registeredAt: new Date(0),
      problem: explain('KubeconfigMissing', { cluster: 'Shop' }),
    },
    {
      clusterBinding: clusterBindingWith({
        lastHeartbeatTime: '2026-01-01T00:00:00Z',
        heartbeatInterval: '5m0s',
      }),
      exports: [
        {
          apiVersion: names.apiVersion,
          kind: bindResources.exports.kind,
          metadata: { name: 'backups.anynines.com' },
          spec: {},
        } as APIServiceExport,
      ],
    },
    new Date('2026-01-02T00:00:00Z'),
  );
  expect(view).toMatchObject({
    healthText: 'Konnector lost: last report 2026-01-01T00:00:00.000Z',
    healthReason: 'KonnectorSilent',
    healthParams: { at: '2026-01-01T00:00:00.000Z' },
    bindings: [{ ready: false, ...explain('BindingNotReported') }],
  });
});
