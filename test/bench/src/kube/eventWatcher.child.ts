// Receives changes with a cache, and records when their bytes arrived and when the subscriber was called.
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
  /** Number of expected changes. */
  changes: number;
}

/** Times of each change, by its counter; 0: not received. */
export interface WatcherOutput {
  /** When the last byte of the event arrived in this process. */
  arrivedAt: Float64Array;
  /** When a subscriber of the cache was called. */
  handledAt: Float64Array;
  /** Delay of timers: bytes that wait for a busy process do not count as arrived. */
  loopDelayP99Ms: number;
}

/** What undici publishes about each chunk of a response, before any other listener gets it. */
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
