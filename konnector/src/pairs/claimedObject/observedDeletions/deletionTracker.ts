/**
 * Tracks when the deletion of copies on the app cluster began. The leader deletes copies too, to recreate them, so it
 * matters which replica was the leader then.
 */
import type { CacheChange, KubeObject } from '@klutch/kube';

/** Records the resource version at which terminating objects were deleted. */
export interface DeletionTracker {
  /**
   * The resource version at which the object of a `deleted` change was deleted; undefined when the object was already
   * terminating when first seen. Must be called with every change of a cache.
   */
  observedResourceVersion(change: CacheChange<KubeObject>): string | undefined;
}

interface TerminatingObject {
  uid: string | undefined;
  observedResourceVersion: string | undefined;
}

const isTerminating = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/** Only a watch event shows the deletion itself; a list may combine several changes. */
const observedVersionOf = ({
  source,
  object,
}: CacheChange<KubeObject>): string | undefined =>
  source === 'watch' ? object.metadata.resourceVersion : undefined;

/** Objects with finalizers stay terminating across restarts of this process. */
export function createDeletionTracker(): DeletionTracker {
  /** Terminating objects, by key. */
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
