// Fills a cache, and reads the same pages with a bare loop, in turns.
import { createCache, createClient, loadKubeConfig } from '@klutch/kube';
import { bareApi } from '../harness/bareApi';
import { runAsChild } from '../harness/child';
import { interleaved, secondsOf } from '../harness/interleaved';
import { sampleCollection, samples } from './sample';

export interface ListInput {
  kubeconfig: string;
  namespace: string;
  /** Number of existing objects. */
  objects: number;
  pageSize: number;
  repeats: number;
}

/** Duration of each run in seconds. */
export interface ListOutput {
  ours: number[];
  bare: number[];
}

interface Page {
  items: unknown[];
  metadata: { continue?: string };
}

runAsChild<ListInput, ListOutput>(
  async ({ kubeconfig, namespace, objects, pageSize, repeats }) => {
    const api = bareApi(kubeconfig);
    const client = createClient(loadKubeConfig(kubeconfig), {
      rateLimiter: 'unlimited',
    });

    const expectAll = (count: number) => {
      if (count !== objects) {
        throw new Error(`${count} of ${objects} objects were listed.`);
      }
    };

    async function fillCache() {
      const stop = new AbortController();
      const cache = createCache({ client, resource: samples, namespace });
      const seconds = await secondsOf(() => {
        cache.start(stop.signal);
        return cache.whenSynced();
      });
      expectAll(cache.list().length);
      stop.abort();
      return seconds;
    }

    async function listPages() {
      const items: unknown[] = [];
      const seconds = await secondsOf(async () => {
        let token = '';
        do {
          const path = `${sampleCollection(namespace)}?limit=${pageSize}&continue=${encodeURIComponent(token)}`;
          const page = await api.get<Page>(path);
          items.push(...page.items);
          token = page.metadata.continue ?? '';
        } while (token);
      });
      expectAll(items.length);
      return seconds;
    }

    const measured = await interleaved(repeats, fillCache, listPages);
    await client.close();
    await api.close();
    return measured;
  },
);
