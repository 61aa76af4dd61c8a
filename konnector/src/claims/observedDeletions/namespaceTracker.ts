/** The namespaces of the app cluster in which objects live, and what became of one: an object remembers its own. */
import {
  core,
  type Cache,
  type CacheChange,
  type KubeClient,
  type KubeObject,
  type Namespace,
} from '@klutch/kube';

/** One namespace. Another one that is made under its name later is another home. */
export interface TrackedNamespace {
  readonly name: string;
  readonly uid: string;
  /** It was terminating when it was last seen: somebody has deleted it. */
  isTerminating: boolean;
}

/** `missing`: it is not there, and nobody was seen to delete it. */
export type NamespaceFate = 'exists' | 'deleted' | 'missing';

/** Remembers in which namespace objects live, and asks what became of it. */
export interface NamespaceTracker {
  /**
   * Where an object lives, or lived; undefined when it has no namespace, or none that was heard of. Has to be told of all
   * changes of a cache: when an object is gone, its namespace may be gone, too, or be another one.
   */
  namespaceOf(change: CacheChange<KubeObject>): TrackedNamespace | undefined;
  /** What became of a namespace, asked live. */
  fateOf(namespace: TrackedNamespace): Promise<NamespaceFate>;
}

const isTerminating = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/**
 * A namespace that somebody deletes is terminating before it is gone. One of a cluster that was wiped, or restored from
 * a backup, is merely missing.
 * @param options.namespaces - of the app cluster.
 */
export function createNamespaceTracker(options: {
  namespaces: Pick<Cache<Namespace>, 'list' | 'subscribe'>;
  client: Pick<KubeClient, 'get'>;
  signal: AbortSignal;
}): NamespaceTracker {
  const { namespaces, client, signal } = options;
  /** By name: those that have it now. */
  const known = new Map<string, TrackedNamespace>();
  /** By key of the object. */
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
  signal.addEventListener('abort', unsubscribe, { once: true });

  return {
    namespaceOf({ type, key, object }) {
      const current = known.get(object.metadata.namespace ?? '');
      if (type === 'added') byObjectKey.delete(key);
      const namespace = byObjectKey.get(key);
      if (type === 'deleted') byObjectKey.delete(key);
      // What comes where a namespace goes may be in its successor, which was not heard of yet.
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
