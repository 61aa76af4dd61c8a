// Measures what a cache adds to the heap of a process.
import { createCache, createClient, loadKubeConfig } from '@klutch/kube';
import { collectGarbage, runAsChild } from '../harness/child';
import { Sample, samples } from './sample';

export interface HeapInput {
  kubeconfig: string;
  namespace: string;
  /** Whether a projection keeps only the fields that a controller compares, without the payload. */
  projection: boolean;
}

/** Sizes in bytes. */
export interface HeapOutput {
  /** Heap in use after the first list, minus the heap in use before; both after a garbage collection. */
  extraHeap: number;
  /** Resident memory of the process before. */
  rssBefore: number;
  /** Peak resident memory of the process. */
  peakRss: number;
}

/** Keeps what a controller needs: identity, labels and a few fields. */
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

    // Compiled code and connections must not count as the cost of objects.
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
