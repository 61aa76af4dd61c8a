/** `status --watch`: rows as they change, as kubectl get -w prints them. */
import { once } from 'node:events';
import { bindResources, names, type APIServiceBinding } from '@klutch/bind-api';
import { createCache, type KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';

/** How bindings are printed. */
export interface WatchStatusOptions {
  /** Only this binding; default: all. */
  api?: string;
  /** The heading and rows of these bindings; later ones without the heading. */
  text(bindings: readonly APIServiceBinding[], heading: boolean): string;
}

/**
 * Prints the bindings, and each that changes, until the signal aborts. The cache lists again after a lost watch and reports
 * what has changed meanwhile.
 */
export async function watchStatus(
  { signal: interruption, stderr, stdout }: CommandContext,
  client: KubeClient,
  { api, text }: WatchStatusOptions,
): Promise<void> {
  const signal = interruption ?? new AbortController().signal;
  const cache = createCache({
    client,
    resource: bindResources.bindings,
    namespace: names.appClusterNamespace,
    ...(api && { fieldSelector: `metadata.name=${api}` }),
  });
  const stopHealth = cache.onHealth(({ message, state }) => {
    if (state === 'waiting' && message) stderr.write(`${message}\n`);
  });
  cache.start(signal);
  try {
    await cache.whenSynced(signal);
    stdout.write(text(cache.list(), true));
    // Between the list and the subscription nothing is awaited, so that no change is lost.
    const last = new Map(
      cache.list().map(one => [one.metadata.name, text([one], false)]),
    );
    cache.subscribe(({ object, type }) => {
      const { name } = object.metadata;
      const row = text([object], false);
      if (type !== 'deleted' && last.get(name) === row) return;
      if (type === 'deleted') last.delete(name);
      else last.set(name, row);
      stdout.write(row);
    });
    if (!signal.aborted) await once(signal, 'abort');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stopHealth();
  }
}
