// Receives changes by a cache, or by a bare stream, and remembers when.
import { core, createCache, createClient, loadKubeConfig } from '@klutch/kube';
import { bareApi } from '../harness/bareApi';
import { bareWatch } from '../harness/bareWatch';
import { Line, runAsChild } from '../harness/child';
import { monotonicMs } from '../harness/clock';
import { countersOf } from './counter';

export interface WatcherInput {
  kubeconfig: string;
  namespace: string;
  by: 'cache' | 'stream';
  /** Changes that will come. */
  changes: number;
}

/** When each change was there, by its counter; 0: not. */
export type WatcherOutput = Float64Array;

type Seen = (counter: number) => void;

async function byCache(
  { kubeconfig, namespace }: WatcherInput,
  seen: Seen,
): Promise<() => void> {
  const stop = new AbortController();
  const client = createClient(loadKubeConfig(kubeconfig), {
    rateLimiter: 'unlimited',
  });
  const cache = createCache({ client, resource: core.configMaps, namespace });
  cache.start(stop.signal);
  await cache.whenSynced();
  cache.subscribe(({ type, object }) => {
    const counter = object.data?.counter;
    if (type === 'updated' && counter) seen(Number(counter));
  });
  return () => stop.abort();
}

/** Not more than it takes to know which change it is: the time is that of the bytes' arrival. */
async function byStream(
  { kubeconfig, namespace }: WatcherInput,
  seen: Seen,
): Promise<() => void> {
  const stop = new AbortController();
  await bareWatch(
    bareApi(kubeconfig),
    countersOf(namespace),
    event => {
      const counter = /"counter":"(\d+)"/.exec(event)?.[1];
      if (counter) seen(Number(counter));
    },
    stop.signal,
  );
  return () => stop.abort();
}

runAsChild<WatcherInput, WatcherOutput>(
  async (input: WatcherInput, parent: Line) => {
    const seenAt = new Float64Array(input.changes);
    const seen: Seen = counter => {
      seenAt[counter] = monotonicMs();
    };
    const end = await (input.by === 'cache' ? byCache : byStream)(input, seen);
    parent.tell('ready');
    await parent.heard('written');
    end();
    return seenAt;
  },
);
