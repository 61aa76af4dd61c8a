/** Tracks the app cluster namespaces that contain objects, and whether these namespaces still exist. */
import {
  core,
  type Cache,
  type CacheChange,
  type KubeClient,
  type KubeObject,
  type Namespace,
} from '@klutch/kube';
import { onAbort } from '../../../onAbort';

/** One namespace; a namespace recreated under the same name is another `TrackedNamespace`. */
export interface TrackedNamespace {
  readonly name: string;
  readonly uid: string;
  /** The namespace was terminating when last seen: a client has deleted it. */
  isTerminating: boolean;
}

/** `missing`: the namespace does not exist, and its deletion was not observed. */
export type NamespaceFate = 'exists' | 'deleted' | 'missing';

/** Records the namespace of each object, and checks whether the namespace still exists. */
export interface NamespaceTracker {
  /**
   * The namespace of an object, also after the object is gone; undefined when it has none or the namespace was never
   * observed. Must be called with every change of a cache, because the namespace may be deleted or replaced before
   * the object's deletion is seen.
   */
  namespaceOf(change: CacheChange<KubeObject>): TrackedNamespace | undefined;
  /** State of a namespace, read live. */
  fateOf(namespace: TrackedNamespace): Promise<NamespaceFate>;
}

const isTerminating = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/**
 * A namespace that a client deletes is terminating before it is gone. A namespace missing from a wiped or restored
 * cluster was never terminating.
 * @param options.namespaces - of the app cluster.
 */
export function createNamespaceTracker(options: {
  namespaces: Pick<Cache<Namespace>, 'list' | 'subscribe'>;
  client: Pick<KubeClient, 'get'>;
  signal: AbortSignal;
}): NamespaceTracker {
  const { namespaces, client, signal } = options;
  /** Current namespaces, by name. */
  const known = new Map<string, TrackedNamespace>();
  const byObjectKey = new Map<string, TrackedNamespace>();

  function observe(object: KubeObject): void {
    const { name = '', uid = '' } = object.metadata;
    const previous = known.get(name);
    if (previous?.uid === uid) previous.isTerminating = isTerminating(object);
    else known.set(name, { name, uid, isTerminating: isTerminating(object) });
  }

  namespaces.list().forEach(observe);
  const unsubscribe = namespaces.subscribe(({ type, key, object }) => {
    observe(object);
    if (type === 'deleted') known.delete(key);
  });
  onAbort(signal, unsubscribe);

  return {
    namespaceOf({ type, key, object }) {
      const current = known.get(object.metadata.namespace ?? '');
      if (type === 'added') byObjectKey.delete(key);
      const namespace = byObjectKey.get(key);
      if (type === 'deleted') byObjectKey.delete(key);
      // An object that appears while its namespace terminates may belong to the successor, which was not observed
      // yet.
      else if (!namespace && current && !current.isTerminating)
        byObjectKey.set(key, current);
      return namespace ?? current;
    },
    async fateOf(namespace) {
      const found = await client.get(core.namespaces, { name: namespace.name });
      if (found?.metadata.uid !== namespace.uid) {
        return namespace.isTerminating ? 'deleted' : 'missing';
      }
      namespace.isTerminating = isTerminating(found);
      return namespace.isTerminating ? 'deleted' : 'exists';
    },
  };
}
