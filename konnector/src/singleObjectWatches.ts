/** Watches of single objects by name: only what is needed is read, and rights can be limited to it. */
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

/** What is known about one object. */
export type Observed<T> =
  | { known: true; object: T | undefined }
  /** Not read yet; `problem` says why it cannot be read, when something is wrong. */
  | { known: false; problem?: string };

/** The key under which an object is told and retained: `namespace/name`, or `name`. */
export const idOf = (key: ObjectKey): string => keyOf({ metadata: key });

/** One cache an object, started on first use and stopped when nobody wants the object any more. */
export class SingleObjectWatches<T extends KubeObject> {
  private readonly watches = new Map<
    string,
    {
      cache: Cache<T>;
      failure: () => Failure | undefined;
      stop: AbortController;
    }
  >();

  /** @param changed - called with the key of an object whenever something about it changed. */
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

  /** What is known about the object; begins to watch it when it is asked for the first time. */
  observe(key: ObjectKey): Observed<T> {
    const id = idOf(key);
    const { cache, failure } = this.watches.get(id) ?? this.startWatch(id, key);
    if (cache.synced) return { known: true, object: cache.get(id) };
    return { known: false, problem: failure()?.message };
  }

  /** Stops the watches of all objects but these. */
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
    // Before anybody hears of it: whoever hears may observe at once, and would begin another watch.
    this.watches.set(id, watch);
    cache.subscribe(notify);
    cache.onHealth(notify);
    // An object that does not exist brings no change, only the end of the first list.
    cache.whenSynced(watchSignal).then(notify, () => undefined);
    cache.start(watchSignal);
    return watch;
  }
}
