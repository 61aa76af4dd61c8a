// What a cache adds to the heap of a process.
import { createCache, createClient, loadKubeConfig } from '@klutch/kube';
import { collectGarbage, runAsChild } from '../harness/child';
import { Sample, samples } from './sample';

export interface HeapInput {
  kubeconfig: string;
  namespace: string;
  /** Keep what a controller compares, and not the payload. */
  projection: boolean;
}

/** Bytes. */
export interface HeapOutput {
  /** In use after the first list, less what was in use before; both after a garbage collection. */
  extraHeap: number;
  /** What the process had of the machine's memory before. */
  rssBefore: number;
  /** The most it had. */
  peakRss: number;
}

/** As a controller would: identity, labels and the little it looks at. */
const withoutPayload = ({
  apiVersion,
  kind,
  metadata,
  spec,
}: Sample): Sample => ({
  apiVersion,
  kind,
  metadata,
  spec: { counter: spec.counter, plan: spec.plan, payload: {} },
});

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

runAsChild<HeapInput, HeapOutput>(
  async ({ kubeconfig, namespace, projection }) => {
    const client = createClient(loadKubeConfig(kubeconfig), {
      rateLimiter: 'unlimited',
    });
    const stop = new AbortController();

    async function syncedCache(of: string) {
      const cache = createCache({
        client,
        resource: samples,
        namespace: of,
        project: projection ? withoutPayload : undefined,
      });
      cache.start(stop.signal);
      await cache.whenSynced();
      return cache;
    }

    // Code and connections are no part of what objects cost.
    await syncedCache('warm-up');
    const before = heapUsed();
    const rssBefore = process.memoryUsage.rss();
    const cache = await syncedCache(namespace);
    const after = heapUsed();
    const peakRss = process.resourceUsage().maxRSS * 1024;
    if (cache.list().length === 0) throw new Error('The cache is empty.');
    stop.abort();
    return { extraHeap: after - before, rssBefore, peakRss };
  },
);
