// Follows objects with caches through all faults of the proxy, and reports the resources used.
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
  /** Connects through the proxy, and authenticates with a token file. */
  kubeconfig: string;
  /** Namespaces, with one cache each. */
  namespaces: string[];
}

/** Resources of the process at one moment. */
export interface ResourceUsage {
  /** Heap in bytes, after a garbage collection. */
  heap: number;
  files: number;
  timers: number;
  changes: number;
  /** Number of restarted streams, by reason. */
  restarts: Record<string, number>;
}

/** Contents of the caches, and the contents that subscribers derived from changes: key → version. */
export interface CacheContents {
  listed: Map<string, string>;
  notified: Map<string, string>;
}

/** Shorter than in production, so that ten minutes cover all of them repeatedly. */
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
