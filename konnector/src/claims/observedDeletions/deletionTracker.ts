/** When copies on the app cluster began to die: we delete them too, to make them anew, so it matters who led then. */
import type { CacheChange, KubeObject } from '@klutch/kube';

/** Remembers of dying objects at which version of the cluster somebody deleted them. */
export interface DeletionTracker {
  /**
   * The version at which the object of a `deleted` change was deleted; undefined when nobody saw it, as it was dying
   * already when it was first seen. Has to be told of all changes of a cache.
   */
  observedResourceVersion(change: CacheChange<KubeObject>): string | undefined;
}

interface TerminatingObject {
  uid: string | undefined;
  observedResourceVersion: string | undefined;
}

const isTerminating = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/** Seen as it happened, and not found in a list, which shows what came of several changes. */
const observedVersionOf = ({
  source,
  object,
}: CacheChange<KubeObject>): string | undefined =>
  source === 'watch' ? object.metadata.resourceVersion : undefined;

/** Objects with finalizers die for as long as these stay, over the restarts of this process. */
export function createDeletionTracker(): DeletionTracker {
  /** By key, of what is dying. */
  const terminating = new Map<string, TerminatingObject>();

  return {
    observedResourceVersion(change) {
      const { type, key, object } = change;
      const { uid } = object.metadata;
      const known = terminating.get(key);
      const previous = known?.uid === uid ? known : undefined;
      if (type === 'deleted') {
        terminating.delete(key);
        return previous
          ? previous.observedResourceVersion
          : observedVersionOf(change);
      }
      if (!isTerminating(object)) terminating.delete(key);
      else if (!previous) {
        const observedResourceVersion =
          type === 'updated' ? observedVersionOf(change) : undefined;
        terminating.set(key, { uid, observedResourceVersion });
      }
      return undefined;
    },
  };
}
