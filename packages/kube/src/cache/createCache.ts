// A cache: a reflector that fills a store, and the news of both.
import { resourceName } from '../resources';
import { silentLogger } from '../logger';
import { KubeObject, Logger } from '../types';
import { deferred, orAborted } from '../wait';
import { Cache, CacheChange, CacheHealth, CacheOptions } from './Cache';
import { slim } from './intake';
import { runReflector } from './reflector';
import { Store } from './Store';
import { defaultTimings } from './timings';
import { WatchState } from './watchState';

/** Listeners that cannot harm each other: one that throws is logged, the others still hear. */
class Listeners<E> {
  readonly #listeners = new Set<(event: E) => void>();

  constructor(private readonly logger: Logger) {}

  add(listener: (event: E) => void): () => void {
    // A function of its own, so that adding one listener twice means two.
    const own = (event: E) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  tell(event: E): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.logger.error(
          { err: error },
          'a listener of the cache failed; the cache goes on',
        );
      }
    }
  }
}

/** What a state of the reflector means to people. */
function healthOf(
  state: WatchState,
): Pick<CacheHealth, 'state' | 'reason' | 'message'> {
  return state.phase === 'waiting'
    ? {
        state: 'waiting',
        reason: state.failure.reason,
        message: state.failure.message,
      }
    : { state: state.phase };
}

/** Index functions come from outside; one that throws must not stop the stream. */
function guardIndexes<T extends KubeObject>(
  indexes: Record<string, (object: T) => string[]>,
  logger: Logger,
): Record<string, (object: T) => string[]> {
  return Object.fromEntries(
    Object.entries(indexes).map(([name, valuesOf]) => [
      name,
      (object: T) => {
        try {
          return valuesOf(object);
        } catch (error) {
          logger.error(
            { err: error, index: name, object: object.metadata.name },
            'an index function failed; the object is not in this index',
          );
          return [];
        }
      },
    ]),
  );
}

/** Makes a cache. It does nothing until it is started. */
export function createCache<T extends KubeObject>(
  options: CacheOptions<T>,
): Cache<T> {
  const { client, resource, metrics, project } = options;
  const { namespace, labelSelector, fieldSelector } = options;
  const timings = { ...defaultTimings, ...options.timings };
  const name = resourceName(resource);
  const logger = (options.logger ?? silentLogger).child({
    resource: name,
    ...(namespace && { namespace }),
  });
  const store = new Store<T>(guardIndexes(options.indexes ?? {}, logger));
  const changes = new Listeners<CacheChange<T>>(logger);
  const healths = new Listeners<CacheHealth>(logger);
  const firstList = deferred<void>();

  let started = false;
  let synced = false;
  let health: CacheHealth = {
    state: 'waiting',
    reason: 'not-started',
    since: new Date(),
    restarts: {},
  };

  function setHealth(next: Pick<CacheHealth, 'state' | 'reason' | 'message'>) {
    if (next.state === health.state && next.reason === health.reason) {
      health = { ...health, message: next.message };
      return;
    }
    const { lastEventAt, restarts } = health;
    health = { ...next, since: new Date(), lastEventAt, restarts };
    if (next.state === 'waiting') {
      logger.warn(
        { reason: next.reason, cause: next.message },
        'the cache cannot follow the server and tries again',
      );
    } else {
      logger.debug({ state: next.state }, 'the cache changed its state');
    }
    healths.tell(health);
  }

  function tell(news: CacheChange<T>[], sizeBefore: number) {
    if (store.size !== sizeBefore) {
      metrics?.cacheObjects(name, store.size - sizeBefore);
    }
    news.forEach(change => changes.tell(change));
  }

  async function run(signal: AbortSignal) {
    await runReflector<T>(
      {
        client,
        resource,
        selection: { namespace, labelSelector, fieldSelector },
        timings,
        intake: object => {
          const slimmed = slim(object);
          return project ? project(slimmed) : slimmed;
        },
        listener: {
          onList(objects) {
            const sizeBefore = store.size;
            const news = store.replace(objects);
            synced = true;
            tell(news, sizeBefore);
            firstList.resolve();
          },
          onEvent(type, object) {
            const sizeBefore = store.size;
            const news =
              type === 'DELETED' ? store.remove(object) : store.set(object);
            tell(news, sizeBefore);
          },
          onSign() {
            health = { ...health, lastEventAt: new Date() };
          },
          onState: state => setHealth(healthOf(state)),
          onRestart(reason) {
            const restarts = { ...health.restarts };
            restarts[reason] = (restarts[reason] ?? 0) + 1;
            health = { ...health, restarts };
            metrics?.cacheRestart(name, reason);
          },
        },
      },
      signal,
    );
    metrics?.cacheObjects(name, -store.size);
    health = {
      ...health,
      state: 'waiting',
      reason: 'stopped',
      message: undefined,
      since: new Date(),
    };
    healths.tell(health);
    firstList.reject(
      new Error(`The cache of ${name} was stopped before it was synced.`),
    );
  }

  return {
    resource,
    start(signal) {
      if (started) {
        throw new Error(`The cache of ${name} was started already.`);
      }
      started = true;
      run(signal);
    },
    whenSynced: signal => orAborted(firstList.promise, signal),
    get synced() {
      return synced;
    },
    get health() {
      return health;
    },
    get: key => store.get(key),
    list: () => store.list(),
    byIndex: (index, value) => store.byIndex(index, value),
    subscribe: listener => changes.add(listener),
    onHealth: listener => healths.add(listener),
  };
}
