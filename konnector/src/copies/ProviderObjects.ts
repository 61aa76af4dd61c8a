/** What the konnector sees of the control plane's objects of one type, however it may watch them. */
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

/** Objects of the control plane. Keys and namespaces are the control plane's. */
export interface ProviderObjects<T extends KubeObject> {
  /** Whether the content of the place is known; else an object that is not there may exist all the same. */
  hasSynced(copyKey: ObjectKey): boolean;
  /** The object, as far as its place is known. */
  get(key: ObjectKey): T | undefined;
  /** All known objects of a namespace. */
  list(namespace: string): T[];
  /** All known objects. */
  all(): T[];
  /** What keeps it from following the control plane. */
  failure(): Failure | undefined;
}

/** What objects are followed with. Calls come from the start to the end of the signal. */
export interface ProviderObjectsOptions<T extends KubeObject> {
  /** Of the control plane. */
  client: KubeClient;
  /** The type on the control plane. */
  resource: Resource<T>;
  /** Only these, as the server understands it; default: all. */
  fieldSelector?: string;
  /** Keeps less of each object, to save memory. */
  project?: (object: T) => T;
  /** An object changed. */
  changed: (change: CacheChange<T>) => void;
  /**
   * The content of a namespace has become known; it is the service namespace of this one of the app cluster. `''`: what
   * is in no service namespace.
   */
  namespaceSynced: (consumerNamespace: string) => void;
  /** {@link ProviderObjects.failure} may have changed. */
  healthChanged: () => void;
  /** Ends it. */
  signal: AbortSignal;
  /** Hears what goes wrong. */
  logger: Logger;
  /** Default: none. */
  metrics?: KubeMetrics;
}

/** A way of following all copies of an API. */
export type WatchCopies = <T extends KubeObject>(
  options: ProviderObjectsOptions<T>,
) => ProviderObjects<T>;
