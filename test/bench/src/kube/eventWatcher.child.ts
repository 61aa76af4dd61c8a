// Receives changes by a cache, and remembers when their bytes were there and when a subscriber knew.
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { core, createCache, createClient, loadKubeConfig } from '@klutch/kube';
import { Channel, runAsChild } from '../harness/child';
import { monotonicMs } from '../harness/clock';
import { readLines } from '../harness/readLines';
import { countersOf } from './counter';

export interface WatcherInput {
  kubeconfig: string;
  namespace: string;
  /** Changes that will come. */
  changes: number;
}

/** When each change was there, by its counter; 0: not. */
export interface WatcherOutput {
  /** When this process had the last byte of its event. */
  arrivedAt: Float64Array;
  /** When a subscriber of the cache was called. */
  handledAt: Float64Array;
  /** How late timers were: bytes that wait for a busy process have not arrived yet. */
  loopDelayP99Ms: number;
}

/** What undici says of each chunk of an answer, before anybody else gets it. */
interface ChunkReceived {
  request: { path: string };
  chunk: Buffer;
}

type Seen = (counter: number) => void;

function listenForBytes(path: string, seen: Seen): void {
  const streams = new WeakMap<object, (chunk: Buffer) => void>();
  const begin = () =>
    readLines(line => {
      const counter = /"counter":"(\d+)"/.exec(line)?.[1];
      if (counter) seen(Number(counter));
    });
  subscribe('undici:request:bodyChunkReceived', message => {
    const { request, chunk } = message as ChunkReceived;
    if (!request.path.startsWith(path)) return;
    const take = streams.get(request) ?? begin();
    streams.set(request, take);
    take(chunk);
  });
}

async function follow(
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

runAsChild<WatcherInput, WatcherOutput>(
  async (input: WatcherInput, parent: Channel) => {
    const arrivedAt = new Float64Array(input.changes);
    const handledAt = new Float64Array(input.changes);
    listenForBytes(countersOf(input.namespace), counter => {
      arrivedAt[counter] = monotonicMs();
    });
    const end = await follow(input, counter => {
      handledAt[counter] = monotonicMs();
    });
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    parent.send('ready');
    await parent.receive('written');
    loop.disable();
    end();
    return {
      arrivedAt,
      handledAt,
      loopDelayP99Ms: loop.percentile(99) / 1e6,
    };
  },
);
