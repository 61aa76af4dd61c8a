// A cache: a reflector that fills a store, and the events of both.
import { Logger, silentLogger } from '../Logger';
import { resourceName } from '../resources';
import { KubeObject, Resource } from '../types';
import { deferred, rejectOnAbort } from '../wait';
import { Cache, CacheChange, CacheHealth, CacheOptions } from './Cache';
import { HealthRecord } from './HealthRecord';
import { stripManagedFields } from './stripManagedFields';
import { Listeners } from './Listeners';
import { Reflector } from './Reflector';
import { ReflectorListener } from './ReflectorOptions';
import { Store } from './Store';
import { defaultTimings } from './timings';

/** A store that a reflector fills. */
class ReflectorCache<T extends KubeObject> implements Cache<T> {
  readonly resource: Resource<T>;
  readonly #name: string;
  readonly #logger: Logger;
  readonly #store: Store<T>;
  readonly #changeListeners: Listeners<CacheChange<T>>;
  readonly #healthListeners: Listeners<CacheHealth>;
  readonly #health: HealthRecord;
  readonly #firstList = deferred<void>();
  #isStarted = false;
  #isSynced = false;

  constructor(private readonly options: CacheOptions<T>) {
    const { resource, namespace } = options;
    this.resource = resource;
    this.#name = resourceName(resource);
    const logger = (options.logger ?? silentLogger).child({
      resource: this.#name,
      ...(namespace && { namespace }),
    });
    this.#logger = logger;
    this.#store = new Store<T>(options.indexes ?? {}, logger);
    this.#changeListeners = new Listeners<CacheChange<T>>(logger);
    this.#healthListeners = new Listeners<CacheHealth>(logger);
    this.#health = new HealthRecord(
      this.#name,
      logger,
      options.metrics,
      health => this.#healthListeners.notify(health),
    );
  }

  start(signal: AbortSignal): void {
    if (this.#isStarted) {
      throw new Error(`The cache of ${this.#name} was started already.`);
    }
    this.#isStarted = true;
    this.#run(signal);
  }

  whenSynced(signal?: AbortSignal): Promise<void> {
    return rejectOnAbort(this.#firstList.promise, signal);
  }

  get synced(): boolean {
    return this.#isSynced;
  }

  get health(): CacheHealth {
    return this.#health.current;
  }

  get(key: string): T | undefined {
    return this.#store.get(key);
  }

  list(): T[] {
    return this.#store.list();
  }

  byIndex(index: string, value: string): T[] {
    return this.#store.byIndex(index, value);
  }

  subscribe(listener: (change: CacheChange<T>) => void): () => void {
    return this.#changeListeners.add(listener);
  }

  onHealth(listener: (health: CacheHealth) => void): () => void {
    return this.#healthListeners.add(listener);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { client, namespace, labelSelector, fieldSelector } = this.options;
    const stopAgeMetric = this.#health.exportAge();
    const reflector = new Reflector<T>(
      {
        client,
        resource: this.resource,
        selection: { namespace, labelSelector, fieldSelector },
        timings: { ...defaultTimings, ...this.options.timings },
        transform: object => this.#project(stripManagedFields(object)),
        listener: this.#reflectorListener(),
        health: this.#health,
      },
      signal,
    );
    await reflector.run();
    stopAgeMetric();
    this.options.metrics?.cacheObjects(this.#name, -this.#store.size);
    this.#health.recordStopped();
    this.#firstList.reject(
      new Error(`The cache of ${this.#name} was stopped before it was synced.`),
    );
  }

  /** A projection that throws must not end the stream. */
  #project(object: T): T {
    try {
      return this.options.project?.(object) ?? object;
    } catch (error) {
      this.#logger.error(
        { err: error, object: object.metadata.name },
        'the projection failed; the object is kept without it',
      );
      return object;
    }
  }

  #reflectorListener(): ReflectorListener<T> {
    const store = this.#store;
    return {
      beginReplace: () => store.beginReplace(),
      onList: async (replacement, { mode, seconds }) => {
        const changes = this.#updateStore(() => store.replace(replacement));
        this.#isSynced = true;
        this.options.metrics?.cacheListed(this.#name, mode, seconds);
        await this.#changeListeners.notifyInBatches(changes);
        this.#firstList.resolve();
      },
      onEvent: (type, object) => {
        const changes = this.#updateStore(() =>
          type === 'DELETED' ? store.remove(object) : store.set(object),
        );
        this.#changeListeners.notify(...changes);
      },
    };
  }

  /** Changes the store and counts the objects that came or went. */
  #updateStore(update: () => CacheChange<T>[]): CacheChange<T>[] {
    const sizeBefore = this.#store.size;
    const changes = update();
    if (this.#store.size !== sizeBefore) {
      this.options.metrics?.cacheObjects(
        this.#name,
        this.#store.size - sizeBefore,
      );
    }
    return changes;
  }
}

/**
 * Creates a cache, which does nothing until it is started.
 * @param options - the resource, its cluster and how it is kept
 */
export function createCache<T extends KubeObject>(
  options: CacheOptions<T>,
): Cache<T> {
  return new ReflectorCache(options);
}
