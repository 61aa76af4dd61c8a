// A cache with the fault-injecting API server, for the tests of the reflector.
import { Cache, CacheChange, CacheHealth, CacheOptions } from '../cache/Cache';
import { createCache } from '../cache/createCache';
import { ReflectorTimings } from '../cache/timings';
import { createClient } from '../client/createClient';
import { FakeApiServer } from './FakeApiServer';
import { Note, notes } from './notes';
import { eventually } from './eventually';

/** Waits short enough for tests; other timings as in production. */
const fast: Partial<ReflectorTimings> = {
  backoff: { baseMs: 1, capMs: 20 },
  absentBackoff: { baseMs: 1, capMs: 20 },
  shortWatchMs: 1,
};

/** Names and texts of the objects in a cache, as `{ name: text }`. */
export const contents = (cache: Cache<Note>) =>
  Object.fromEntries(cache.list().map(note => [note.metadata.name, note.text]));

/** Starts a server and a client, with the functions that stop them. */
export async function startHarness() {
  const server = await FakeApiServer.start();
  const client = createClient(server.kubeConfig, { rateLimiter: 'unlimited' });
  const stop = new AbortController();
  return {
    server,
    client,
    stop,

    makeCache(options: Partial<CacheOptions<Note>> = {}) {
      const cache = createCache({
        client,
        resource: notes,
        ...options,
        timings: { ...fast, ...options.timings },
      });
      const events: CacheChange<Note>[] = [];
      const changes: string[] = [];
      const healths: CacheHealth[] = [];
      cache.subscribe(change => {
        events.push(change);
        changes.push(`${change.type} ${change.key}`);
      });
      cache.onHealth(health => healths.push(health));
      return { cache, events, changes, healths };
    },

    async startWatching(cache: Cache<Note>) {
      cache.start(stop.signal);
      await eventually(
        'the cache watches',
        () => server.watchers === 1 && cache.health.state === 'watching',
      );
    },

    /** Asserts that the cache receives a new object and equals the server. */
    async expectFollowing(cache: Cache<Note>) {
      server.put('proof', 'seen');
      await eventually(
        'the cache sees a new object',
        () => cache.get('proof') !== undefined,
      );
      expect(contents(cache)).toEqual(server.contents);
    },

    async close() {
      stop.abort();
      await client.close();
      await server.stop();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;
