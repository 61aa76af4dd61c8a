import { bindResources, type APIServiceExportRequest } from '@klutch/bind-api';
import type { KubeClient, Resource } from '@klutch/kube';
import { requestExports } from './requestExports';

/** A control plane that exports nothing, with a request in this state. */
const request = (
  status: APIServiceExportRequest['status'],
  timeoutMs: number,
) =>
  requestExports(
    {
      namespace: 'cluster-x',
      client: {
        get: async (resource: Resource<never>) =>
          resource === bindResources.requests
            ? { metadata: { name: 'export-1' }, status }
            : undefined,
        create: async () => ({ metadata: { name: 'export-1' } }),
      } as unknown as KubeClient,
    },
    { spec: { resources: [{ group: 'example.test', resource: 'databases' }] } },
    { deadline: Date.now() + timeoutMs },
  );

it('B31: ends with the reason of the provider when the request failed', () =>
  expect(
    request(
      { phase: 'Failed', terminalMessage: 'Not\u001b[2J offered.' },
      60_000,
    ),
  ).rejects.toThrow(/^Not.*offered\.$/));

it('B31: ends after the timeout, and says what the provider waits for', () =>
  expect(
    request(
      {
        phase: 'Pending',
        conditions: [
          {
            type: 'ExportsReady',
            status: 'False',
            reason: 'Waiting',
            message: 'no template',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      },
      0,
    ),
  ).rejects.toThrow(
    'The provider did not export databases.example.test in time (no template). Ask its operators, then run the command again; --timeout allows more time.',
  ));
