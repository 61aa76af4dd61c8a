/** Cache of a control plane's objects of one type, independent of how they are watched. */
import type {
  CacheChange,
  KubeClient,
  KubeObject,
  Logger,
  ObjectKey,
  Resource,
  KubeMetrics,
} from '@klutch/kube';
import type { Failure } from '../failure';

/** Cached objects of the control plane cluster. Keys and namespaces are those of the control plane. */
export interface ProviderCache<T extends KubeObject> {
  /** Whether the cache for the key's namespace has synced; before, a missing object may still exist. */
  hasSynced(copyKey: ObjectKey): boolean;
  /** The object, if the cache for its namespace has synced. */
  get(key: ObjectKey): T | undefined;
  /** All cached objects of a namespace. */
  list(namespace: string): T[];
  /** All cached objects. */
  all(): T[];
  /** Why objects cannot be watched; undefined when they can. */
  failure(): Failure | undefined;
}

/** Options of a {@link ProviderCache}. Callbacks run until the signal aborts. */
export interface ProviderCacheOptions<T extends KubeObject> {
  /** Client of the control plane cluster. */
  client: KubeClient;
  /** The type on the control plane. */
  resource: Resource<T>;
  /** Server-side field selector; default: all objects. */
  fieldSelector?: string;
  /** Reduces each cached object, to save memory. */
  project?: (object: T) => T;
  /** Called when an object changed. */
  changed: (change: CacheChange<T>) => void;
  /**
   * Called when the cache of a service namespace has synced, with its namespace
   * on the app cluster; `''` for objects outside service namespaces.
   */
  namespaceSynced: (consumerNamespace: string) => void;
  /** Called when {@link ProviderCache.failure} may have changed. */
  healthChanged: () => void;
  /** Stops the watches. */
  signal: AbortSignal;
  /** Receives watch errors. */
  logger: Logger;
  /** Default: none. */
  metrics?: KubeMetrics;
}

/** Starts the cache of all copies of an API. */
export type StartProviderCache = <T extends KubeObject>(
  options: ProviderCacheOptions<T>,
) => ProviderCache<T>;
