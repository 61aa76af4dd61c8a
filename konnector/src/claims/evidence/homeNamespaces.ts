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
export interface HomeNamespace {
  readonly name: string;
  readonly uid: string;
  /** It was terminating when it was last seen: somebody has deleted it. */
  isGoing: boolean;
}

/** `lost`: it is not there, and nobody was seen to delete it. */
export type HomeFate = 'stays' | 'deleted' | 'lost';

/** Remembers in which namespace objects live, and asks what became of it. */
export interface HomeNamespaces {
  /**
   * Where an object lives, or lived; undefined when it has no namespace, or none that was heard of. Has to be told of all
   * changes of a cache: when an object is gone, its namespace may be gone, too, or be another one.
   */
  homeOf(change: CacheChange<KubeObject>): HomeNamespace | undefined;
  /** What became of a namespace, asked live. */
  fateOf(home: HomeNamespace): Promise<HomeFate>;
}

const isGoing = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/**
 * A namespace that somebody deletes is terminating before it is gone. One of a cluster that was wiped, or restored from
 * a backup, is merely missing.
 * @param options.namespaces - of the app cluster.
 */
export function followHomes(options: {
  namespaces: Pick<Cache<Namespace>, 'list' | 'subscribe'>;
  client: Pick<KubeClient, 'get'>;
  signal: AbortSignal;
}): HomeNamespaces {
  const { namespaces, client, signal } = options;
  /** By name: those that have it now. */
  const known = new Map<string, HomeNamespace>();
  /** By key of the object. */
  const homes = new Map<string, HomeNamespace>();

  function see(object: KubeObject): void {
    const { name = '', uid = '' } = object.metadata;
    const before = known.get(name);
    if (before?.uid === uid) before.isGoing = isGoing(object);
    else known.set(name, { name, uid, isGoing: isGoing(object) });
  }

  namespaces.list().forEach(see);
  const end = namespaces.subscribe(({ type, key, object }) => {
    see(object);
    if (type === 'deleted') known.delete(key);
  });
  signal.addEventListener('abort', end, { once: true });

  return {
    homeOf({ type, key, object }) {
      const current = known.get(object.metadata.namespace ?? '');
      if (type === 'added') homes.delete(key);
      const home = homes.get(key);
      if (type === 'deleted') homes.delete(key);
      // What comes where a namespace goes may be in its successor, which was not heard of yet.
      else if (!home && current && !current.isGoing) homes.set(key, current);
      return home ?? current;
    },
    async fateOf(home) {
      const found = await client.get(core.namespaces, { name: home.name });
      if (found?.metadata.uid !== home.uid) {
        return home.isGoing ? 'deleted' : 'lost';
      }
      home.isGoing = isGoing(found);
      return home.isGoing ? 'deleted' : 'stays';
    },
  };
}
