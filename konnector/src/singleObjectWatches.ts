/** Watches single objects by name, which limits reads and rights to these objects. */
import {
  createCache,
  keyOf,
  type Cache,
  type KubeClient,
  type KubeObject,
  type Logger,
  type ObjectKey,
  type Resource,
  type KubeMetrics,
} from '@klutch/kube';
import { trackFailure, type Failure } from './failure';

export type Observed<T> =
  | { known: true; object: T | undefined }
  /** Not read yet; `problem` is the reason when reads fail. */
  | { known: false; problem?: string };

/** Key of an object for callbacks and `retain`: `namespace/name`, or `name`. */
export const idOf = (key: ObjectKey): string => keyOf({ metadata: key });

/** One cache per object, started on first use and stopped by `retain`. */
export class SingleObjectWatches<T extends KubeObject> {
  private readonly watches = new Map<
    string,
    {
      cache: Cache<T>;
      failure: () => Failure | undefined;
      stop: AbortController;
    }
  >();

  /** @param changed - called with the key of an object whenever the object or its watch state changed. */
  constructor(
    private readonly options: {
      client: KubeClient;
      resource: Resource<T>;
      signal: AbortSignal;
      logger: Logger;
      metrics?: KubeMetrics;
      changed: (key: string) => void;
    },
  ) {}

  /** State of the object; the first call starts its watch. */
  observe(key: ObjectKey): Observed<T> {
    const id = idOf(key);
    const { cache, failure } = this.watches.get(id) ?? this.startWatch(id, key);
    if (cache.synced) return { known: true, object: cache.get(id) };
    return { known: false, problem: failure()?.message };
  }

  /** Stops the watches of all other objects. */
  retain(keys: ReadonlySet<string>): void {
    for (const [id, { stop }] of this.watches) {
      if (keys.has(id)) continue;
      stop.abort();
      this.watches.delete(id);
    }
  }

  private startWatch(id: string, key: ObjectKey) {
    const { client, resource, logger, metrics, signal, changed } = this.options;
    const cache = createCache({
      client,
      resource,
      namespace: key.namespace,
      fieldSelector: `metadata.name=${key.name}`,
      logger,
      metrics,
    });
    const stop = new AbortController();
    const watchSignal = AbortSignal.any([signal, stop.signal]);
    const notify = () => {
      if (!watchSignal.aborted) changed(id);
    };
    const failure = trackFailure(cache, `named ${key.name}`);
    const watch = { cache, failure, stop };
    // Registered before any callback: a callback may call `observe`
    // immediately, which would start another watch.
    this.watches.set(id, watch);
    cache.subscribe(notify);
    cache.onHealth(notify);
    // A missing object causes no change event, only the end of the first list.
    cache.whenSynced(watchSignal).then(notify, () => undefined);
    cache.start(watchSignal);
    return watch;
  }
}
