import { bindResources, conditionTypes, names } from '@klutch/bind-api';
import { requestView } from './platformViews';

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
