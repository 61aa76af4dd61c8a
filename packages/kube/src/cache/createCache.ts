// A cache: a reflector that fills a store, and the events of both.
import { silentLogger } from '../Logger';
import { resourceName } from '../resources';
import { KubeObject } from '../types';
import { deferred, rejectOnAbort } from '../wait';
import { Cache, CacheChange, CacheHealth, CacheOptions } from './Cache';
import { HealthRecord } from './HealthRecord';
import { safeProject } from './safeProject';
import { safeIndexes } from './safeIndexes';
import { stripManagedFields } from './stripManagedFields';
import { Listeners } from './Listeners';
import { Reflector } from './Reflector';
import { Store } from './Store';
import { timingsWith } from './timings';

/**
 * Creates a cache, which does nothing until it is started.
 * @param options - the resource, its cluster and how it is kept
 * @throws RangeError when one of `timings` is out of range
 */
export function createCache<T extends KubeObject>(
  options: CacheOptions<T>,
): Cache<T> {
  const { client, resource, metrics } = options;
  const { namespace, labelSelector, fieldSelector } = options;
  const timings = timingsWith(options.timings);
  const name = resourceName(resource);
  const logger = (options.logger ?? silentLogger).child({
    resource: name,
    ...(namespace && { namespace }),
  });
  const project = safeProject(options.project, logger);
  const store = new Store<T>(safeIndexes(options.indexes ?? {}, logger));
  const changeListeners = new Listeners<CacheChange<T>>(logger);
  const healthListeners = new Listeners<CacheHealth>(logger);
  const health = new HealthRecord(name, logger, metrics, now =>
    healthListeners.notify(now),
  );
  const firstList = deferred<void>();
  let started = false;
  let synced = false;

  /** Changes the store and counts the objects that came or went. */
  function updateStore(update: () => CacheChange<T>[]): CacheChange<T>[] {
    const sizeBefore = store.size;
    const storeChanges = update();
    if (store.size !== sizeBefore) {
      metrics?.cacheObjects(name, store.size - sizeBefore);
    }
    return storeChanges;
  }

  async function run(signal: AbortSignal) {
    const stopAgeMetric = health.exportAge();
    const reflector = new Reflector<T>(
      {
        client,
        resource,
        selection: { namespace, labelSelector, fieldSelector },
        timings,
        transform: object => project(stripManagedFields(object)),
        listener: {
          beginReplace: () => store.beginReplace(),
          async onList(replacement, { mode, seconds }) {
            const storeChanges = updateStore(() => store.replace(replacement));
            synced = true;
            metrics?.cacheListed(name, mode, seconds);
            await changeListeners.notifyInBatches(storeChanges);
            firstList.resolve();
          },
          onEvent(type, object) {
            const storeChanges = updateStore(() =>
              type === 'DELETED' ? store.remove(object) : store.set(object),
            );
            changeListeners.notify(...storeChanges);
          },
          onActivity: () => health.recordActivity(),
          onState: (state, streams) => health.recordState(state, streams),
          onRestart: reason => health.recordRestart(reason),
        },
      },
      signal,
    );
    await reflector.run();
    stopAgeMetric();
    metrics?.cacheObjects(name, -store.size);
    health.recordStopped();
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
    whenSynced: signal => rejectOnAbort(firstList.promise, signal),
    get synced() {
      return synced;
    },
    get health() {
      return health.current;
    },
    get: key => store.get(key),
    list: () => store.list(),
    byIndex: (index, value) => store.byIndex(index, value),
    subscribe: listener => changeListeners.add(listener),
    onHealth: listener => healthListeners.add(listener),
  };
}
