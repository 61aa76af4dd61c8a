/** `status --watch`: rows as they change, as kubectl get -w prints them. */
import { setTimeout as delay } from 'node:timers/promises';
import { bindResources, names, type APIServiceBinding } from '@klutch/bind-api';
import { createCache, type KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';

/** How bindings are printed. */
export interface WatchStatusOptions {
  /** Only this binding; default: all. */
  api?: string;
  /** The heading and rows of these bindings; later ones without the heading. */
  text(bindings: readonly APIServiceBinding[], heading: boolean): string;
  /** What a row shows, without its age: the row is printed again when this changes. */
  stateOf(binding: APIServiceBinding): string;
  /** Reads what rows show besides the bindings; called before the first rows, then again and again. */
  refresh(bindings: readonly APIServiceBinding[]): Promise<void>;
  /** Milliseconds between two refreshes; default ten seconds. */
  refreshMs?: number;
}

/**
 * Prints the bindings, and each that changes, until the signal aborts. The cache lists again after a lost watch and reports
 * what has changed meanwhile.
 */
export async function watchStatus(
  { signal: interruption, stderr, stdout }: CommandContext,
  client: KubeClient,
  { api, refresh, refreshMs = 10_000, stateOf, text }: WatchStatusOptions,
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
    await refresh(cache.list());
    // From the list to the subscription nothing is awaited, so that no change is lost.
    stdout.write(text(cache.list(), true));
    const last = new Map(
      cache.list().map(one => [one.metadata.name, stateOf(one)]),
    );
    const show = (binding: APIServiceBinding) => {
      const { name } = binding.metadata;
      const state = stateOf(binding);
      if (last.get(name) === state) return;
      last.set(name, state);
      stdout.write(text([binding], false));
    };
    cache.subscribe(({ object, type }) => {
      if (type !== 'deleted') {
        show(object);
        return;
      }
      last.delete(object.metadata.name);
      stdout.write(text([object], false));
    });
    for (;;) {
      await delay(refreshMs, undefined, { signal });
      await refresh(cache.list());
      cache.list().forEach(show);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stopHealth();
  }
}
