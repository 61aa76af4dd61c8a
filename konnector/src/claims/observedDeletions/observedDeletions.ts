/** Remembers which claimed objects somebody was seen to delete on the app cluster: only that may delete anything above. */
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

/** Deletions that were seen, and are not yet acted on. */
export interface ObservedDeletions {
  /**
   * The object that was under the key when somebody deleted it, if it went for that reason alone: its namespace, its
   * type and those of its owners are still there. An original may also go with a namespace that somebody deleted; what becomes of a copy then
   * says nothing about its original. Of a copy, this process has seen the whole deletion, and has led all the time. Asked
   * live, and after the object was found to be gone.
   */
  confirmed(key: string): Promise<KubeObject | undefined>;
  /**
   * The object with this UID is about to be deleted by us.
   * @returns to be called when the server has refused that: whoever deletes it, it is not us. Does nothing as long as an
   *   earlier request, whose answer did not come, may still do it.
   */
  markOwnDeletion(uid: string | undefined): () => void;
  /** Nothing more follows from what was seen of this key. */
  forget(key: string): void;
  /** Nothing more follows from anything that was seen. */
  forgetAll(): void;
}

const isCopy = ({ metadata }: KubeObject) =>
  metadata.annotations?.[annotations.resourceOwner] === 'Provider';

interface ObservedDeletion {
  object: KubeObject;
  /** Undefined when it has none, or nobody knows. */
  namespace: TrackedNamespace | undefined;
  /** False when it is still there. */
  gone: Promise<boolean>;
  /** See `DeletionTracker.observedResourceVersion`. */
  observedResourceVersion: string | undefined;
}

/**
 * What a list does not show any more is no evidence: it may be gone for any reason, such as a cluster restored from a
 * backup.
 * @param options.cache - of the app cluster; told by it until the process ends.
 * @param options.leadershipStart - of the type on the app cluster.
 * @param options.onlyCopies - whether the cache follows by their label what are copies of ours, and nothing else.
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
  /** UIDs. A refusal may come after the news that somebody else deleted the object. */
  const ownDeletions = new Set<string>();
  /** What the type rests on, as far as it is known. */
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

  /** A watch of a label tells of an object that loses the label as if it were deleted. */
  async function isGone({ metadata }: KubeObject): Promise<boolean> {
    const { name = '', namespace, uid } = metadata;
    try {
      const there = await client.get(metadataOf(resource), { name, namespace });
      return there?.metadata.uid !== uid;
    } catch {
      // Nobody can tell afterwards what it was.
      return false;
    }
  }

  /** Copies are deleted by the process that leads, to make them anew: what began under another one may be its doing. */
  const isExternalDeletion = ({
    object,
    observedResourceVersion,
  }: ObservedDeletion): boolean =>
    !ownDeletions.has(object.metadata.uid ?? '') &&
    (!isCopy(object) || leadershipStart.isAfter(observedResourceVersion));

  /** A CRD that goes takes its objects with it, and so does one that was replaced: nobody deleted those. */
  async function isTypeUnchanged(): Promise<boolean> {
    if (!mayBeCrdGroup(resource.group)) return true;
    const found = await typeIdentityOf(client, resource);
    if (found === undefined) return false;
    const known = typeIdentity;
    typeIdentity = found;
    if (known !== found) forgetAll();
    return known === found;
  }

  /** Where it was does not give another reason for its end. */
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
        // Another key may have found out meanwhile that all of them went with their type.
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
