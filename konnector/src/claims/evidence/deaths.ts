/** When copies on the app cluster began to die: we delete them too, to make them anew, so it matters who led then. */
import type { CacheChange, KubeObject } from '@klutch/kube';

/** Remembers of dying objects at which version of the cluster somebody deleted them. */
export interface Deaths {
  /**
   * The version at which the object of a `deleted` change was deleted; undefined when nobody saw it, as it was dying
   * already when it was first seen. Has to be told of all changes of a cache.
   */
  begunAt(change: CacheChange<KubeObject>): string | undefined;
}

interface Death {
  uid: string | undefined;
  begunAt: string | undefined;
}

const isDying = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/** Seen as it happened, and not found in a list, which shows what came of several changes. */
const versionOf = ({
  source,
  object,
}: CacheChange<KubeObject>): string | undefined =>
  source === 'watch' ? object.metadata.resourceVersion : undefined;

/** Objects with finalizers die for as long as these stay, over the restarts of this process. */
export function followDeaths(): Deaths {
  /** By key, of what is dying. */
  const dying = new Map<string, Death>();

  return {
    begunAt(change) {
      const { type, key, object } = change;
      const { uid } = object.metadata;
      const known = dying.get(key);
      const before = known?.uid === uid ? known : undefined;
      if (type === 'deleted') {
        dying.delete(key);
        return before ? before.begunAt : versionOf(change);
      }
      if (!isDying(object)) dying.delete(key);
      else if (!before) {
        const begunAt = type === 'updated' ? versionOf(change) : undefined;
        dying.set(key, { uid, begunAt });
      }
      return undefined;
    },
  };
}
