import { Registry } from 'prom-client';
import type { KubeMetrics } from './KubeMetrics';
import { collectProcessMetrics, createMetrics } from './metrics';

let registry: Registry;
let metrics: KubeMetrics;

beforeEach(() => {
  registry = new Registry();
  metrics = createMetrics(registry);
});

/** Series of a metric, without help and type. */
async function seriesOf(name: string): Promise<string[]> {
  const text = await registry.metrics();
  return text
    .split('\n')
    .filter(line => line.startsWith(name) && !line.startsWith('#'));
}

describe('createMetrics', () => {
  it('counts objects of caches', async () => {
    metrics.cacheObjects('secrets', 3);
    metrics.cacheObjects('secrets', -1);
    metrics.cacheObjects('widgets.example.org', 5);
    expect(await seriesOf('klutch_cache_objects')).toEqual([
      'klutch_cache_objects{resource="secrets"} 2',
      'klutch_cache_objects{resource="widgets.example.org"} 5',
    ]);
  });

  it('counts restarts by reason', async () => {
    metrics.cacheRestart('secrets', 'Expired');
    metrics.cacheRestart('secrets', 'Expired');
    expect(await seriesOf('klutch_cache_restarts_total')).toEqual([
      'klutch_cache_restarts_total{resource="secrets",reason="Expired"} 2',
    ]);
  });

  it('reads ages at each scrape and shows the oldest', async () => {
    const lastEvent: { seconds?: number } = {};
    const end = metrics.cacheAge('secrets', () => lastEvent.seconds);
    expect(await seriesOf('klutch_cache_last_event_age_seconds')).toEqual([]);
    lastEvent.seconds = 7;
    const same = () => 3;
    const endFirst = metrics.cacheAge('secrets', same);
    metrics.cacheAge('secrets', same);
    const series = 'klutch_cache_last_event_age_seconds{resource="secrets"}';
    expect(await registry.metrics()).toContain(`${series} 7`);
    end();
    expect(await registry.metrics()).toContain(`${series} 3`);
    endFirst();
    expect(await registry.metrics()).toContain(`${series} 3`);
  });

  it('shows the depth of a queue', async () => {
    metrics.queueDepth('sync', 4);
    metrics.queueDepth('sync', -2);
    metrics.queueRetry('sync');
    expect(await seriesOf('klutch_queue_depth')).toEqual([
      'klutch_queue_depth{controller="sync"} 2',
    ]);
    expect(await seriesOf('klutch_queue_retries_total')).toEqual([
      'klutch_queue_retries_total{controller="sync"} 1',
    ]);
  });

  it('counts functions of controllers that throw', async () => {
    metrics.functionFailed('sync', 'key');
    metrics.functionFailed('sync', 'key');
    expect(await seriesOf('klutch_controller_function_errors_total')).toEqual([
      'klutch_controller_function_errors_total{controller="sync",function="key"} 2',
    ]);
  });

  it('shows whether this process leads', async () => {
    metrics.leading('ns/lease', true);
    metrics.leading('ns/lease', false);
    expect(await seriesOf('klutch_leader')).toEqual([
      'klutch_leader{lease="ns/lease"} 0',
    ]);
  });

  it.each<[string, string, (m: KubeMetrics, seconds: number) => void]>([
    [
      'klutch_cache_list_duration_seconds',
      'resource="secrets",mode="stream"',
      (m, seconds) => m.cacheListed('secrets', 'stream', seconds),
    ],
    [
      'klutch_queue_wait_seconds',
      'controller="sync",priority="user"',
      (m, seconds) => m.queueWaited('sync', 'user', seconds),
    ],
    [
      'klutch_reconcile_duration_seconds',
      'controller="sync",result="error"',
      (m, seconds) => m.reconciled('sync', 'error', seconds),
    ],
    [
      'klutch_request_duration_seconds',
      'verb="list",code="200"',
      (m, seconds) => m.requested('list', 200, seconds),
    ],
    [
      'klutch_request_throttled_seconds',
      '',
      (m, seconds) => m.throttled(seconds),
    ],
  ])(
    'has %s in buckets that separate the targets',
    async (name, labels, observe) => {
      for (const seconds of [0.0005, 0.004, 0.09, 0.4, 45, 300]) {
        observe(metrics, seconds);
      }
      const series = await seriesOf(name);
      const upTo = (bound: string) =>
        series.find(line => line.startsWith(`${name}_bucket{le="${bound}"`));
      const rest = labels && `,${labels}`;
      for (const [bound, count] of [
        ['0.001', 1],
        ['0.005', 2],
        ['0.1', 3],
        ['0.5', 4],
        ['30', 4],
        ['60', 5],
        ['+Inf', 6],
      ]) {
        expect(upTo(String(bound))).toBe(
          `${name}_bucket{le="${bound}"${rest}} ${count}`,
        );
      }
      const own = labels && `{${labels}}`;
      expect(series).toContain(`${name}_count${own} 6`);
    },
  );

  it('can be called once per registry', () => {
    expect(() => createMetrics(registry)).toThrow('already been registered');
  });

  it('limits its series, whatever labels are passed', async () => {
    const many = 3_000;
    for (let i = 0; i < many; i += 1) {
      metrics.cacheObjects(`resource-${i}`, 1);
      metrics.cacheRestart('resource-0', `reason of a server ${i}`);
      metrics.cacheListed(`resource-${i}`, 'pages', 1);
      metrics.cacheAge(`resource-${i}`, () => 1);
      metrics.queueDepth(`controller-${i}`, 1);
      metrics.queueWaited(`controller-${i}`, 'user', 1);
      metrics.queueRetry(`controller-${i}`);
      metrics.reconciled(`controller-${i}`, 'success', 1);
      metrics.functionFailed(`controller-${i}`, 'key');
      metrics.requested(`verb-${i}`, i, 1);
      metrics.leading(`lease-${i}`, true);
    }
    const most: Record<string, number> = {
      klutch_cache_objects: 501,
      klutch_cache_restarts_total: 51,
      klutch_cache_list_duration_seconds_count: 501,
      klutch_cache_last_event_age_seconds: 501,
      klutch_queue_depth: 501,
      klutch_queue_wait_seconds_count: 501,
      klutch_queue_retries_total: 501,
      klutch_reconcile_duration_seconds_count: 501,
      klutch_controller_function_errors_total: 501,
      // 21 verbs, 27 usual codes, 5 classes and `other`.
      klutch_request_duration_seconds_count: 21 * 33,
      klutch_leader: 21,
    };
    for (const [name, limit] of Object.entries(most)) {
      expect((await seriesOf(name)).length).toBeLessThanOrEqual(limit);
    }
    expect((await seriesOf('klutch_cache_objects')).at(-1)).toBe(
      `klutch_cache_objects{resource="other"} ${many - 500}`,
    );
  });
});

describe('collectProcessMetrics', () => {
  it('shows event-loop lag and heap', async () => {
    collectProcessMetrics(registry);
    const text = await registry.metrics();
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toContain('nodejs_heap_size_used_bytes');
    expect(text).toContain('process_cpu_seconds_total');
  });
});
