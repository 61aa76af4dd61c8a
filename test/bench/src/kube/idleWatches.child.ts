// Follows many idle collections, with caches or with bare streams, and does nothing else.
import { setTimeout as wait } from 'node:timers/promises';
import { createCache, createClient, loadKubeConfig } from '@klutch/kube';
import { bareApi } from '../harness/bareApi';
import { bareWatch } from '../harness/bareWatch';
import { Channel, runAsChild } from '../harness/child';
import { sampleCollection, samples } from './sample';

export interface IdleInput {
  kubeconfig: string;
  namespaces: string[];
  by: 'cache' | 'stream';
  seconds: number;
}

/** Share of one core that the process used. */
export type IdleOutput = number;

/** Covers compilation and the first garbage collections. */
const warmUpMs = 5_000;

async function follow({ kubeconfig, namespaces, by }: IdleInput) {
  const { signal } = new AbortController();
  if (by === 'stream') {
    const api = bareApi(kubeconfig);
    for (const namespace of namespaces) {
      await bareWatch(api, sampleCollection(namespace), () => {}, signal);
    }
    return;
  }
  const client = createClient(loadKubeConfig(kubeconfig));
  const caches = namespaces.map(namespace =>
    createCache({ client, resource: samples, namespace }),
  );
  caches.forEach(cache => cache.start(signal));
  await Promise.all(caches.map(cache => cache.whenSynced()));
}

runAsChild<IdleInput, IdleOutput>(async (input: IdleInput, parent: Channel) => {
  await follow(input);
  await wait(warmUpMs);
  parent.send('ready');
  await parent.receive('measure');
  const started = performance.now();
  const before = process.cpuUsage();
  await wait(input.seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - started);
});
