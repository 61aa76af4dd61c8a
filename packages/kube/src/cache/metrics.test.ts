import { Registry } from 'prom-client';
import { createMetrics } from '../metrics';
import { Harness, startHarness } from '../testing/cacheHarness';
import { eventually } from '../testing/eventually';

// For busy machines.
jest.setTimeout(30_000);

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
});

afterEach(() => harness.close());

describe.each([
  ['stream', 'supported'],
  ['pages', 'refused'],
] as const)('the figures of a cache that lists by %s', (mode, lists) => {
  it('report size, lists, restarts and age, and are removed with the cache', async () => {
    const registry = new Registry();
    const metrics = createMetrics(registry);
    const value = async (line: string) =>
      (await registry.metrics())
        .split('\n')
        .find(text => text.startsWith(`${line} `))
        ?.split(' ')[1];
    const notes = 'resource="notes.testing.example"';
    const size = () => value(`klutch_cache_objects{${notes}}`);
    const age = () => value(`klutch_cache_last_event_age_seconds{${notes}}`);

    harness.server.settings.streamingLists = lists;
    harness.server.put('a');
    harness.server.put('b');
    const { cache } = harness.makeCache({ metrics });
    await harness.startWatching(cache);
    expect(await size()).toBe('2');
    expect(
      await value(
        `klutch_cache_list_duration_seconds_count{${notes},mode="${mode}"}`,
      ),
    ).toBe('1');
    expect(Number(await age())).toBeLessThan(5);

    harness.server.remove('a');
    harness.server.breakWatches('end');
    await eventually(
      'the stream is restarted',
      () => cache.health.restarts.ended === 1,
    );
    expect(
      await value(`klutch_cache_restarts_total{${notes},reason="ended"}`),
    ).toBe('1');
    await eventually('object a is removed', () => cache.list().length === 1);
    expect(await size()).toBe('1');

    harness.stop.abort();
    await eventually(
      'the cache has stopped',
      () => cache.health.reason === 'stopped',
    );
    expect(await size()).toBe('0');
    expect(await age()).toBeUndefined();
  });
});
