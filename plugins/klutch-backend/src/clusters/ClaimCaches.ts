/** Caches of claims, one per API, started and stopped with the APIs of a cluster. */
import {
  createCache,
  joinSignals,
  resourceName,
  type Cache,
  type CacheChange,
  type JoinedSignal,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import {
  claimResource,
  type ApiDescriptor,
  type ClaimObject,
} from '../claimApis/claimResource';
import { portalTimings } from './timings';

/** Options of {@link ClaimCaches}. */
export interface ClaimCachesOptions {
  client: KubeClient;
  logger: Logger;
  /** Called for each change, with its API. */
  onChange: (api: ApiDescriptor, change: CacheChange<ClaimObject>) => void;
}

interface Entry {
  api: ApiDescriptor;
  cache: Cache<ClaimObject>;
  stop: JoinedSignal;
}

const isSame = (a: ApiDescriptor, b: ApiDescriptor) =>
  a.version === b.version && a.kind === b.kind;

/** One cache per API. */
export class ClaimCaches {
  readonly #options: ClaimCachesOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: ClaimCachesOptions) {
    this.#options = options;
  }

  /** Starts missing caches and stops those of APIs that are no longer desired; stops all when the signal aborts. */
  sync(wanted: readonly ApiDescriptor[], signal: AbortSignal): void {
    const byName = new Map(wanted.map(api => [resourceName(api), api]));
    for (const [name, entry] of this.#entries) {
      const api = byName.get(name);
      if (!api || !isSame(api, entry.api)) this.#stop(name, entry);
    }
    for (const [name, api] of byName) {
      if (!this.#entries.has(name)) this.#start(name, api, signal);
    }
  }

  get(api: string): Cache<ClaimObject> | undefined {
    return this.#entries.get(api)?.cache;
  }

  list(): { api: ApiDescriptor; cache: Cache<ClaimObject> }[] {
    return [...this.#entries.values()];
  }

  #start(name: string, api: ApiDescriptor, signal: AbortSignal): void {
    const { client, logger, onChange } = this.#options;
    const cache = createCache<ClaimObject>({
      client,
      logger,
      resource: claimResource(api),
      timings: portalTimings,
      indexes: {
        namespace: ({ metadata }) => [metadata.namespace ?? ''],
        // For claims that refer to an instance: `<namespace>/<instance>`.
        instance: ({ metadata, spec }) =>
          spec?.instanceRef
            ? [`${metadata.namespace}/${spec.instanceRef}`]
            : [],
      },
    });
    const stop = joinSignals([signal]);
    cache.subscribe(change => onChange(api, change));
    cache.start(stop.signal);
    this.#entries.set(name, { api, cache, stop });
  }

  #stop(name: string, { api, cache, stop }: Entry): void {
    this.#entries.delete(name);
    stop.abort();
    stop.release();
    // Notifies listeners that the claims of the stopped cache disappeared.
    for (const object of cache.list()) {
      const { namespace, name: objectName } = object.metadata;
      this.#options.onChange(api, {
        type: 'deleted',
        key: `${namespace}/${objectName}`,
        object,
        source: 'list',
      });
    }
  }
}
