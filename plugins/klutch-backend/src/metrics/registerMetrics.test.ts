import { metricsServiceMock } from '@backstage/backend-test-utils/alpha';
import type {
  MetricsService,
  MetricsServiceObservableCallback,
} from '@backstage/backend-plugin-api/alpha';
import { registerMetrics, type MetricSources } from './registerMetrics';

/** What each metric reports for the sources. */
async function collect(sources: MetricSources) {
  const callbacks = new Map<string, MetricsServiceObservableCallback>();
  const createObservableGauge: MetricsService['createObservableGauge'] =
    name => ({
      addCallback: callback =>
        callbacks.set(name, callback as MetricsServiceObservableCallback),
      removeCallback: jest.fn(),
    });
  registerMetrics(metricsServiceMock.mock({ createObservableGauge }), sources);
  const observed: Record<string, [number, unknown][]> = {};
  for (const [name, callback] of callbacks) {
    const values: [number, unknown][] = [];
    await callback({
      observe: (value, attributes) => values.push([value, attributes]),
    });
    observed[name] = values;
  }
  return observed;
}

const appCluster = (id: string, reachable: boolean, lastSeenAt?: Date) => ({
  connection: 'kubeconfig' as const,
  record: { id },
  cluster: { reachability: { reachable }, lastSeenAt },
});

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-01-31T12:01:30Z') });
});
afterEach(() => jest.useRealTimers());

it('counts claims and app clusters, and reports the age of the last sync', async () => {
  const claims = [
    { type: 'instance', state: 'Ready', name: 'orders-db' },
    { type: 'instance', state: 'Ready', name: 'users-db' },
    { type: 'backup', state: 'Failed', name: 'b' },
  ] as const;
  const observed = await collect({
    claims: () => claims,
    appClusters: () => [
      appCluster('one', true, new Date('2026-01-31T12:01:00Z')),
      appCluster('two', false),
      { connection: 'kubeconfig', record: { id: 'unusable-kubeconfig' } },
      { connection: 'konnector', record: { id: 'konnector-only' } },
    ],
  });
  expect(observed).toEqual({
    'klutch.claims': [
      [2, { type: 'instance', state: 'Ready' }],
      [1, { type: 'backup', state: 'Failed' }],
    ],
    'klutch.app_clusters': [
      [1, { reachable: true }],
      [2, { reachable: false }],
    ],
    'klutch.app_cluster.sync.age': [[30, { app_cluster: 'one' }]],
  });
});

it('reports the portal before any app cluster is registered', async () => {
  expect(
    await collect({ claims: () => [], appClusters: () => [] }),
  ).toMatchObject({
    'klutch.app_clusters': [
      [0, { reachable: true }],
      [0, { reachable: false }],
    ],
  });
});
