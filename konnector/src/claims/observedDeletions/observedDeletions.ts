/**
 * Records deletions of claimed objects that were observed on the app cluster. Only an observed deletion may delete an
 * object on the control plane.
 */
import {
  isNotFound,
  metadataOf,
  type Cache,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { lostOwner, type OwnerReader } from '../../deletion/lostOwner';
import { annotations } from '../../markers';
import { mayBeCrdGroup } from '../../mayBeCrdGroup';
import type { LeadershipStart } from '../../leaderElection/leadershipStart';
import { createDeletionTracker } from './deletionTracker';
import type { TrackedNamespace, NamespaceTracker } from './namespaceTracker';
import { typeIdentityOf } from './typeIdentity';

/** Observed deletions that have not led to a write yet. */
export interface ObservedDeletions {
  /**
   * The deleted object under the key, if a client deleted that object itself: its namespace, its type and the types
   * of its owners still exist. An original may also have been deleted with its namespace; a copy deleted with its
   * namespace says nothing about the original. For a copy, this process must also have observed the whole deletion as
   * the leader. Checked live, after the object was found to be gone.
   */
  confirmed(key: string): Promise<KubeObject | undefined>;
  /**
   * Marks the object with this UID as deleted by the konnector itself.
   * @returns a function that reverts the mark, to be called when the server has refused the request. A nested mark
   *   reverts nothing, because an earlier request without an answer may still delete the object.
   */
  markOwnDeletion(uid: string | undefined): () => void;
  /** Discards the observed deletion of this key. */
  forget(key: string): void;
  /** Discards all observed deletions. */
  forgetAll(): void;
}

const isCopy = ({ metadata }: KubeObject) =>
  metadata.annotations?.[annotations.resourceOwner] === 'Provider';

interface ObservedDeletion {
  object: KubeObject;
  /** Undefined when the object has no namespace or the namespace is unknown. */
  namespace: TrackedNamespace | undefined;
  /** Whether the object does not exist any more; false if it only lost the label that the watch selects. */
  gone: Promise<boolean>;
  /** See `DeletionTracker.observedResourceVersion`. */
  observedResourceVersion: string | undefined;
}

/**
 * An object missing from a list is no evidence of a deletion: the cluster may have been restored from a backup.
 * @param options.cache - of the app cluster; subscribed until the process ends.
 * @param options.leadershipStart - of the type on the app cluster.
 * @param options.onlyCopies - whether the cache watches only copies, selected by their label.
 */
export function createObservedDeletions(options: {
  cache: Pick<Cache<KubeObject>, 'subscribe' | 'whenSynced'>;
  client: OwnerReader & Pick<KubeClient, 'listPages'>;
  namespaceTracker: NamespaceTracker;
  resource: Resource;
  leadershipStart: Pick<LeadershipStart, 'isAfter'>;
  onlyCopies: boolean;
}): ObservedDeletions {
  const {
    cache,
    client,
    namespaceTracker,
    resource,
    leadershipStart,
    onlyCopies,
  } = options;
  const deletionTracker = createDeletionTracker();
  const deleted = new Map<string, ObservedDeletion>();
  /** UIDs of objects for which the konnector has sent a DELETE that the server has not refused. */
  const ownDeletions = new Set<string>();
  /** Last known identity of the type; see `typeIdentityOf`. */
  let typeIdentity: string | undefined;

  cache.subscribe(change => {
    const { type, key, object, source } = change;
    const namespace = namespaceTracker.namespaceOf(change);
    const observedResourceVersion =
      deletionTracker.observedResourceVersion(change);
    forget(key);
    if (type !== 'deleted') return;
    if (source !== 'watch') {
      ownDeletions.delete(object.metadata.uid ?? '');
      return;
    }
    const gone = onlyCopies ? isGone(object) : Promise.resolve(true);
    const observed = { object, namespace, gone, observedResourceVersion };
    deleted.set(key, observed);
    void gone.then(is => !is && drop(key, observed));
  });

  function forget(key: string): void {
    const observed = deleted.get(key);
    if (!observed) return;
    ownDeletions.delete(observed.object.metadata.uid ?? '');
    deleted.delete(key);
  }

  function drop(key: string, observed: ObservedDeletion): void {
    if (deleted.get(key) === observed) forget(key);
  }

  function forgetAll(): void {
    [...deleted.keys()].forEach(forget);
  }

  /** Reads the object: a watch with a label selector reports an object that loses the label as deleted. */
  async function isGone({ metadata }: KubeObject): Promise<boolean> {
    const { name = '', namespace, uid } = metadata;
    try {
      const there = await client.get(metadataOf(resource), { name, namespace });
      return there?.metadata.uid !== uid;
    } catch {
      // Without an answer the deletion stays unconfirmed.
      return false;
    }
  }

  /**
   * The leader deletes copies to recreate them, so a deletion that began under another leader may be the konnector's
   * own.
   */
  const isExternalDeletion = ({
    object,
    observedResourceVersion,
  }: ObservedDeletion): boolean =>
    !ownDeletions.has(object.metadata.uid ?? '') &&
    (!isCopy(object) || leadershipStart.isAfter(observedResourceVersion));

  /** Whether the object's type was not replaced: deleting a CRD deletes all its objects, which no client requested. */
  async function isTypeUnchanged(): Promise<boolean> {
    if (!mayBeCrdGroup(resource.group)) return true;
    const found = await typeIdentityOf(client, resource);
    if (found === undefined) return false;
    const known = typeIdentity;
    typeIdentity = found;
    if (known !== found) forgetAll();
    return known === found;
  }

  /** Whether the namespace of the object still exists; for originals also whether a client deleted the namespace. */
  async function isConfirmedByNamespace({
    object,
    namespace,
  }: ObservedDeletion): Promise<boolean> {
    if (object.metadata.namespace === undefined) return true;
    const fate = namespace && (await namespaceTracker.fateOf(namespace));
    return fate === 'exists' || (fate === 'deleted' && !isCopy(object));
  }

  if (mayBeCrdGroup(resource.group)) {
    void cache
      .whenSynced()
      .then(isTypeUnchanged)
      .catch(() => undefined);
  }

  return {
    async confirmed(key) {
      const observed = deleted.get(key);
      if (!observed) return undefined;
      try {
        const isConfirmed =
          isExternalDeletion(observed) &&
          (await observed.gone) &&
          (await isTypeUnchanged()) &&
          (await lostOwner(client, observed.object)) === undefined &&
          (await isConfirmedByNamespace(observed));
        // A concurrent check of another key discards all deletions when the type was replaced.
        if (isConfirmed && deleted.get(key) === observed)
          return observed.object;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      drop(key, observed);
      return undefined;
    },
    markOwnDeletion(uid) {
      if (!uid || ownDeletions.has(uid)) return () => undefined;
      ownDeletions.add(uid);
      return () => void ownDeletions.delete(uid);
    },
    forget,
    forgetAll,
  };
}
