/** Caches of claims, one per API, started and stopped with the APIs of a cluster. */
import {
  createCache,
  joinSignals,
  resourceName,
  type Cache,
  type JoinedSignal,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import {
  claimResource,
  type ApiDescriptor,
  type ClaimObject,
} from '../claimApis/claimResource';
import type { ClaimChange } from './ChangeListener';
import { portalTimings } from './timings';

/** Options of {@link ClaimCaches}. */
export interface ClaimCachesOptions {
  client: KubeClient;
  logger: Logger;
  /** Called for each change. */
  onChange: (change: ClaimChange) => void;
  /** Called when a cache becomes complete, or loses or regains its connection. */
  onHealth: () => void;
}

/** The claims of an API. */
export interface CachedClaims {
  api: ApiDescriptor;
  cache: Cache<ClaimObject>;
}

interface Entry extends CachedClaims {
  stop: JoinedSignal;
}

/** Indexes of the caches; keys are `<namespace>/<name>`. */
export const indexes = {
  namespace: ({ metadata }: ClaimObject) => [metadata.namespace ?? ''],
  /** Keys of the instance and of the backup that the claim refers to. */
  refersTo: ({ metadata, spec }: ClaimObject) =>
    [spec?.instanceRef, spec?.backupRef].flatMap(name =>
      name ? [`${metadata.namespace}/${name}`] : [],
    ),
};

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

  /** @param resource - `<plural>.<group>` */
  get(resource: string): CachedClaims | undefined {
    return this.#entries.get(resource);
  }

  list(): CachedClaims[] {
    return [...this.#entries.values()];
  }

  #start(name: string, api: ApiDescriptor, signal: AbortSignal): void {
    const { client, logger, onChange, onHealth } = this.#options;
    const cache = createCache<ClaimObject>({
      client,
      logger,
      resource: claimResource(api),
      timings: portalTimings,
      indexes,
    });
    const stop = joinSignals([signal]);
    cache.subscribe(change => onChange({ ...change, api }));
    cache.onHealth(onHealth);
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
      this.#options.onChange({
        api,
        type: 'deleted',
        key: `${namespace}/${objectName}`,
        object,
        source: 'list',
      });
    }
  }
}
