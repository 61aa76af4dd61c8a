import { Cache, CacheHealth } from '../cache/Cache';
import { defineResource } from '../resources';
import { KubeObject } from '../types';
import { cacheCheck, controllerCheck, shutdownCheck } from './checks';

const widgets = defineResource({
  group: 'example.org',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

const cache = (
  health: Partial<CacheHealth>,
  synced = false,
): Cache<KubeObject> =>
  ({
    resource: widgets,
    synced,
    health: { state: 'waiting', since: new Date(), restarts: {}, ...health },
  }) as Partial<Cache<KubeObject>> as Cache<KubeObject>;

const refused = { reason: 'Forbidden', message: 'Grant it the right to list.' };

describe('the check of a cache', () => {
  it('reports why the cache is not synced', () => {
    expect(cacheCheck(cache(refused)).name).toBe('cache widgets.example.org');
    expect(cacheCheck(cache(refused)).problem()).toBe(
      'not synced: Forbidden: Grant it the right to list.',
    );
    expect(cacheCheck(cache({ reason: 'not-started' })).problem()).toBe(
      'not synced: not-started',
    );
    expect(cacheCheck(cache({ state: 'listing' })).problem()).toContain(
      'being read',
    );
  });

  it('passes for a cache that was synced once, until it stops', () => {
    expect(cacheCheck(cache({ state: 'watching' }, true)).problem()).toBe(
      undefined,
    );
    expect(cacheCheck(cache(refused, true)).problem()).toBeUndefined();
    expect(cacheCheck(cache({ reason: 'stopped' }, true)).problem()).toBe(
      'the cache was stopped',
    );
  });
});

describe('the check of a controller', () => {
  it('reports a stuck reconcile', () => {
    const controller = {
      name: 'sync',
      health: { depth: 7, running: 1, oldestRunMs: 700_000, oldestRunKey: 'a' },
    };
    expect(controllerCheck(controller).problem()).toBe(
      'the reconcile of a has been running for 700 s; 7 keys wait',
    );
    controller.health.oldestRunMs = 600_000;
    expect(controllerCheck(controller).problem()).toBeUndefined();
    const idle = { name: 'sync', health: { depth: 0, running: 0 } };
    expect(controllerCheck(idle).problem()).toBeUndefined();
  });
});

it('the check of a shutdown reports the shutdown', () => {
  const stop = new AbortController();
  const check = shutdownCheck(stop.signal);
  expect(check.problem()).toBeUndefined();
  stop.abort();
  expect(check.problem()).toBe('the process is stopping');
});
