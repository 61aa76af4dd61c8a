import { Registry } from 'prom-client';
import { createKonnectorMetrics } from './createKonnectorMetrics';

const things = 'things.example.com';

const make = () => {
  const registry = new Registry();
  const metrics = createKonnectorMetrics(registry);
  const series = async (name: string) =>
    (await registry.metrics())
      .split('\n')
      .filter(line => new RegExp(`^${name}[ {]`).test(line))
      .sort();
  return { metrics, series };
};

describe('createKonnectorMetrics', () => {
  it('counts writes by API, kind, side and outcome', async () => {
    const { metrics, series } = make();
    metrics.wrote(things, 'ensure-finalizer', 'consumer', 'done');
    metrics.wrote(things, 'ensure-finalizer', 'consumer', 'done');
    metrics.wrote(things, 'create-copy', 'provider', 'rejected');
    expect(await series('klutch_konnector_writes_total')).toEqual([
      `klutch_konnector_writes_total{api="${things}",write="create-copy",side="provider",outcome="rejected"} 1`,
      `klutch_konnector_writes_total{api="${things}",write="ensure-finalizer",side="consumer",outcome="done"} 2`,
    ]);
  });

  it('measures the latency of changes', async () => {
    const { metrics, series } = make();
    metrics.synced(things, 'up', 0.004);
    metrics.synced(things, 'up', 0.4);
    expect(await series('klutch_konnector_sync_seconds_bucket')).toContain(
      `klutch_konnector_sync_seconds_bucket{le="0.005",api="${things}",direction="up"} 1`,
    );
    expect(await series('klutch_konnector_sync_seconds_count')).toEqual([
      `klutch_konnector_sync_seconds_count{api="${things}",direction="up"} 2`,
    ]);
  });

  it('bounds the number of series regardless of the number of APIs', async () => {
    const { metrics, series } = make();
    for (let index = 0; index < 600; index += 1) {
      metrics.wrote(`${index}.example.com`, 'status', 'consumer', 'done');
    }
    const found = await series('klutch_konnector_writes_total');
    expect(found).toHaveLength(501);
    expect(found).toContain(
      'klutch_konnector_writes_total{api="other",write="status",side="consumer",outcome="done"} 100',
    );
  });

  it('reads the values of an API at each scrape, until it is unregistered', async () => {
    const { metrics, series } = make();
    let values: { objects: number; orphans?: number } = { objects: 2 };
    const labels = { api: things };
    const stop = new AbortController();
    metrics.gauges.add(
      {
        klutch_konnector_objects: () => [{ labels, value: values.objects }],
        klutch_konnector_orphaned_copies: () => [
          { labels, value: values.orphans },
        ],
      },
      stop.signal,
    );
    expect(await series('klutch_konnector_objects')).toEqual([
      `klutch_konnector_objects{api="${things}"} 2`,
    ]);
    expect(await series('klutch_konnector_orphaned_copies')).toEqual([]);
    values = { objects: 3, orphans: 1 };
    expect(await series('klutch_konnector_orphaned_copies')).toEqual([
      `klutch_konnector_orphaned_copies{api="${things}"} 1`,
    ]);
    stop.abort();
    expect(await series('klutch_konnector_objects')).toEqual([]);
  });

  it('adds up the objects of several sources, also of those whose API has no series of its own', async () => {
    const { metrics, series } = make();
    const objects = (api: string) => ({
      klutch_konnector_objects: () => [{ labels: { api }, value: 2 }],
    });
    const { signal } = new AbortController();
    const source = objects(things);
    metrics.gauges.add(source, signal);
    metrics.gauges.add(source, signal);
    for (let index = 0; index < 600; index += 1) {
      metrics.gauges.add(objects(`${index}.example.com`), signal);
    }
    const found = await series('klutch_konnector_objects');
    expect(found).toContain(`klutch_konnector_objects{api="${things}"} 4`);
    expect(found).toContain('klutch_konnector_objects{api="other"} 202');
  });

  it('exposes every state of connections, and the oldest heartbeat', async () => {
    const { metrics, series } = make();
    const stop = new AbortController();
    const states = 'klutch_konnector_control_planes';
    const age = 'klutch_konnector_heartbeat_age_seconds';
    expect(await series(states)).toHaveLength(4);
    expect(await series(age)).toEqual([]);
    for (const { state, heartbeatAge } of [
      { state: 'connected', heartbeatAge: 150 },
      { state: 'connected', heartbeatAge: 20 },
      { state: 'unauthorized', heartbeatAge: undefined },
    ]) {
      metrics.gauges.add(
        {
          [states]: () => [{ labels: { state }, value: 1 }],
          [age]: () => [{ value: heartbeatAge }],
        },
        stop.signal,
      );
    }
    expect(await series(states)).toEqual([
      'klutch_konnector_control_planes{state="connected"} 2',
      'klutch_konnector_control_planes{state="connecting"} 0',
      'klutch_konnector_control_planes{state="failing"} 0',
      'klutch_konnector_control_planes{state="unauthorized"} 1',
    ]);
    expect(await series(age)).toEqual([`${age} 150`]);
    stop.abort();
    expect(await series(age)).toEqual([]);
  });

  it('counts bindings by the status of Ready', async () => {
    const { metrics, series } = make();
    const paused = 'klutch_konnector_bindings_paused';
    expect(await series('klutch_konnector_bindings')).toEqual([]);
    expect(await series(paused)).toEqual([`${paused} 0`]);
    metrics.gauges.add(
      {
        klutch_konnector_bindings: () =>
          Object.entries({ True: 3, False: 1, Unknown: 0 }).map(
            ([ready, value]) => ({ labels: { ready }, value }),
          ),
        [paused]: () => [{ value: 1 }],
      },
      new AbortController().signal,
    );
    expect(await series('klutch_konnector_bindings')).toEqual([
      'klutch_konnector_bindings{ready="False"} 1',
      'klutch_konnector_bindings{ready="True"} 3',
      'klutch_konnector_bindings{ready="Unknown"} 0',
    ]);
    expect(await series(paused)).toEqual([`${paused} 1`]);
  });
});
