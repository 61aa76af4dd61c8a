import { Registry } from 'prom-client';
import { createMetrics } from './metrics';

describe('createMetrics', () => {
  it('reports what happened, with bounded labels only', async () => {
    const registry = new Registry();
    const metrics = createMetrics(registry);
    metrics.cacheObjects('secrets', 3);
    metrics.cacheObjects('secrets', -1);
    metrics.cacheRestart('secrets', 'Expired');
    metrics.queueDepth('sync', 4);
    metrics.reconciled('sync', 'error', 0.2);
    const text = await registry.metrics();
    expect(text).toContain('klutch_cache_objects{resource="secrets"} 2');
    expect(text).toContain(
      'klutch_cache_restarts_total{resource="secrets",reason="Expired"} 1',
    );
    expect(text).toContain('klutch_queue_depth{controller="sync"} 4');
    expect(text).toContain(
      'klutch_reconcile_duration_seconds_count{controller="sync",result="error"} 1',
    );
  });
});
