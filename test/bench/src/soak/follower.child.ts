// Keeps caches in step through everything the proxy does, and says what that costs.
import { readdirSync } from 'node:fs';
import {
  Cache,
  createCache,
  createClient,
  keyOf,
  loadKubeConfig,
} from '@klutch/kube';
import { collectGarbage, Channel, runAsChild } from '../harness/child';
import { Sample, samples } from '../kube/sample';

export interface FollowerInput {
  /** Leads through the proxy, and signs in with a token file. */
  kubeconfig: string;
  /** A cache each. */
  namespaces: string[];
}

/** What the process holds at a moment. */
export interface ResourceUsage {
  /** Bytes, after a garbage collection. */
  heap: number;
  files: number;
  timers: number;
  changes: number;
  /** How often streams began anew, by reason. */
  restarts: Record<string, number>;
}

/** What the caches say there is, and what their subscribers were told there is: key → version. */
export interface CacheContents {
  listed: Map<string, string>;
  notified: Map<string, string>;
}

/** Sooner than in production, so that ten minutes see all of it often. */
const timings = {
  watchSeconds: [5, 10],
  livenessMs: [6_000, 9_000],
} as const;

const versionOf = ({ metadata, spec }: Sample) =>
  `${metadata.uid} ${metadata.resourceVersion} ${spec.counter}`;

function restartsOf(caches: Cache<Sample>[]): Record<string, number> {
  const restarts: Record<string, number> = {};
  for (const { health } of caches) {
    for (const [reason, count] of Object.entries(health.restarts)) {
      restarts[reason] = (restarts[reason] ?? 0) + count;
    }
  }
  return restarts;
}

runAsChild<FollowerInput, void>(
  async ({ kubeconfig, namespaces }: FollowerInput, parent: Channel) => {
    const stop = new AbortController();
    const client = createClient(loadKubeConfig(kubeconfig));
    const notified = new Map<string, string>();
    let changes = 0;
    const caches = namespaces.map(namespace => {
      const cache = createCache({
        client,
        resource: samples,
        namespace,
        indexes: { plan: ({ spec }) => [spec.plan] },
        timings,
      });
      cache.subscribe(({ type, key, object }) => {
        changes += 1;
        if (type === 'deleted') notified.delete(key);
        else notified.set(key, versionOf(object));
      });
      cache.start(stop.signal);
      return cache;
    });
    await Promise.all(caches.map(cache => cache.whenSynced()));
    parent.send('ready');

    const readUsage = (): ResourceUsage => {
      collectGarbage();
      return {
        heap: process.memoryUsage().heapUsed,
        files: readdirSync('/dev/fd').length,
        timers: process
          .getActiveResourcesInfo()
          .filter(kind => kind === 'Timeout').length,
        changes,
        restarts: restartsOf(caches),
      };
    };
    const readContents = (): CacheContents => ({
      listed: new Map(
        caches.flatMap(cache =>
          cache.list().map(object => [keyOf(object), versionOf(object)]),
        ),
      ),
      notified: new Map(notified),
    });
    for (;;) {
      switch (await parent.receive('question')) {
        case 'usage':
          parent.send('usage', readUsage());
          break;
        case 'contents':
          parent.send('contents', readContents());
          break;
        default:
          stop.abort();
          await client.close();
          return;
      }
    }
  },
);
