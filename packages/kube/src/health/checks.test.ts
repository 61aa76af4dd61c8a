import { Cache, CacheHealth } from '../cache/Cache';
import { defineResource } from '../resources';
import { KubeObject } from '../types';
import {
  cacheCheck,
  cacheProgressCheck,
  controllerCheck,
  leaderCheck,
  shutdownCheck,
} from './checks';

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

  it('passes for allowed reasons, and for no others', () => {
    const allowed = ['NotFound'];
    const absent = cache({ reason: 'NotFound' });
    expect(cacheCheck(absent, { allowed }).problem()).toBeUndefined();
    expect(cacheCheck(cache(refused), { allowed }).problem()).toContain(
      'Forbidden',
    );
    expect(cacheCheck(absent, { name: 'my cache' }).name).toBe('my cache');
  });
});

describe('the check of a stream', () => {
  it('reports a silent stream that is not replaced', () => {
    const silent = {
      state: 'watching',
      stateAgeMs: 21 * 60_000,
      lastEventAgeMs: 20 * 60_000,
    } as const;
    expect(cacheProgressCheck(cache(silent)).problem()).toContain('1200 s');
    expect(
      cacheProgressCheck(cache(silent), { maxMs: 30 * 60_000 }).problem(),
    ).toBe(undefined);
    expect(cacheProgressCheck(cache(silent)).name).toBe(
      'stream widgets.example.org',
    );
    expect(cacheProgressCheck(cache(silent), { name: 'mine' }).name).toBe(
      'mine',
    );
    const waiting = { ...silent, state: 'waiting' } as const;
    expect(cacheProgressCheck(cache(waiting)).problem()).toBeUndefined();
    expect(cacheProgressCheck(cache({ state: 'watching' })).problem()).toBe(
      undefined,
    );
  });

  it('counts the silence of a stream since it opened', () => {
    const { problem } = cacheProgressCheck(
      cache({
        state: 'watching',
        stateAgeMs: 1_000,
        lastEventAgeMs: 20 * 60_000,
      }),
    );
    expect(problem()).toBeUndefined();
  });

  it('passes for a stream that reopens during a long outage, and reports one that never opens', () => {
    const opening = (stateAgeMs: number) =>
      cacheProgressCheck(
        cache({
          state: 'connecting',
          stateAgeMs,
          lastEventAgeMs: 20 * 60_000,
        }),
      ).problem();
    expect(opening(60_000)).toBeUndefined();
    expect(opening(20 * 60_000)).toBe('the stream has not opened for 1200 s');
  });

  it('reports a list that never ends, although the server keeps sending', () => {
    const endless = {
      state: 'listing',
      stateAgeMs: 20 * 60_000,
      lastEventAgeMs: 10,
    } as const;
    expect(cacheProgressCheck(cache(endless)).problem()).toBe(
      'the list has not finished for 1200 s',
    );
    expect(
      cacheProgressCheck(cache(endless), { maxMs: 30 * 60_000 }).problem(),
    ).toBe(undefined);
    const young = { ...endless, stateAgeMs: 60_000, lastEventAgeMs: 1e9 };
    expect(cacheProgressCheck(cache(young)).problem()).toBeUndefined();
    const waiting = { ...endless, state: 'waiting' } as const;
    expect(cacheProgressCheck(cache(waiting)).problem()).toBeUndefined();
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
    expect(controllerCheck(controller, 800_000).problem()).toBeUndefined();
    const idle = { name: 'sync', health: { depth: 0, running: 0 } };
    expect(controllerCheck(idle).problem()).toBeUndefined();
  });
});

it('the check of a leader reports work that continues without the lease', () => {
  expect(leaderCheck({ state: 'stop-timed-out' }).problem()).toContain('lost');
  for (const state of ['idle', 'standby', 'leading'] as const) {
    expect(leaderCheck({ state }).problem()).toBeUndefined();
  }
});

it('the check of a shutdown reports the shutdown', () => {
  const stop = new AbortController();
  const check = shutdownCheck(stop.signal);
  expect(check.problem()).toBeUndefined();
  stop.abort();
  expect(check.problem()).toBe('the process is stopping');
});
