/**
 * Records deletions of claimed objects that were observed on the app cluster. Only an observed deletion may delete an
 * object on the control plane.
 */
import {
  isNotFound,
  metadataOf,
  type Cache,
  type CacheChange,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { lostOwner, type OwnerReader } from '../../../deletion/lostOwner';
import { annotations } from '../../../markers';
import { mayBeCrdGroup } from '../../../mayBeCrdGroup';
import type { LeadershipStart } from '../../../leaderElection/leadershipStart';
import { createDeletionTracker } from './deletionTracker';
import type { TrackedNamespace, NamespaceTracker } from './namespaceTracker';
import { typeIdentityOf } from './typeIdentity';

const isCopy = ({ metadata }: KubeObject) =>
  metadata.annotations?.[annotations.resourceOwner] === 'Provider';

interface Observation {
  object: KubeObject;
  /** Undefined when the object has no namespace or the namespace is unknown. */
  namespace: TrackedNamespace | undefined;
  /** Whether the object does not exist any more; false if it only lost the label that the watch selects. */
  gone: Promise<boolean>;
  /** See `DeletionTracker.observedResourceVersion`. */
  observedResourceVersion: string | undefined;
}

interface ObservedDeletionsOptions {
  /** Cache of the app cluster; subscribed until the process ends. */
  cache: Pick<Cache<KubeObject>, 'subscribe' | 'whenSynced'>;
  client: OwnerReader & Pick<KubeClient, 'listPages'>;
  namespaceTracker: NamespaceTracker;
  resource: Resource;
  /** When this process began to lead, for the type on the app cluster. */
  leadershipStart: Pick<LeadershipStart, 'isAfter'>;
  /** Whether the cache watches only copies, selected by their label. */
  onlyCopies: boolean;
}

/**
 * Observed deletions that have not led to a write yet. An object missing from a list is no evidence of a deletion: the
 * cluster may have been restored from a backup.
 */
export class ObservedDeletions {
  private readonly deletionTracker = createDeletionTracker();
  private readonly deleted = new Map<string, Observation>();
  /** UIDs of objects for which the konnector has sent a DELETE that the server has not refused. */
  private readonly ownDeletions = new Set<string>();
  /** Last known identity of the type; see `typeIdentityOf`. */
  private typeIdentity: string | undefined;

  constructor(private readonly options: ObservedDeletionsOptions) {
    const { cache, resource } = options;
    cache.subscribe(change => this.observe(change));
    if (mayBeCrdGroup(resource.group)) {
      void cache
        .whenSynced()
        .then(() => this.isTypeUnchanged())
        .catch(() => undefined);
    }
  }

  /**
   * The deleted object under the key, if a client deleted that object itself: its namespace, its type and the types
   * of its owners still exist. An original may also have been deleted with its namespace; a copy deleted with its
   * namespace says nothing about the original. For a copy, this process must also have observed the whole deletion as
   * the leader. Checked live, after the object was found to be gone.
   */
  async confirmed(key: string): Promise<KubeObject | undefined> {
    const observed = this.deleted.get(key);
    if (!observed) return undefined;
    try {
      const isConfirmed =
        this.isExternalDeletion(observed) &&
        (await observed.gone) &&
        (await this.isTypeUnchanged()) &&
        (await lostOwner(this.options.client, observed.object)) === undefined &&
        (await this.isConfirmedByNamespace(observed));
      // A concurrent check of another key discards all deletions when the type was replaced.
      if (isConfirmed && this.deleted.get(key) === observed)
        return observed.object;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    this.drop(key, observed);
    return undefined;
  }

  /** Whether a deletion was observed under the key, confirmed or not. */
  has(key: string): boolean {
    return this.deleted.has(key);
  }

  /** The original whose deletion was observed under the key, confirmed or not. */
  original(key: string): KubeObject | undefined {
    const object = this.deleted.get(key)?.object;
    return object && !isCopy(object) ? object : undefined;
  }

  /**
   * Marks the object with this UID as deleted by the konnector itself.
   * @returns a function that reverts the mark, to be called when the server has refused the request. A nested mark
   *   reverts nothing, because an earlier request without an answer may still delete the object.
   */
  markOwnDeletion(uid: string | undefined): () => void {
    if (!uid || this.ownDeletions.has(uid)) return () => undefined;
    this.ownDeletions.add(uid);
    return () => void this.ownDeletions.delete(uid);
  }

  forget(key: string): void {
    const observed = this.deleted.get(key);
    if (!observed) return;
    this.ownDeletions.delete(observed.object.metadata.uid ?? '');
    this.deleted.delete(key);
  }

  forgetAll(): void {
    [...this.deleted.keys()].forEach(key => this.forget(key));
  }

  private observe(change: CacheChange<KubeObject>): void {
    const { type, key, object, source } = change;
    const namespace = this.options.namespaceTracker.namespaceOf(change);
    const observedResourceVersion =
      this.deletionTracker.observedResourceVersion(change);
    this.forget(key);
    if (type !== 'deleted') return;
    if (source !== 'watch') {
      this.ownDeletions.delete(object.metadata.uid ?? '');
      return;
    }
    const gone = this.options.onlyCopies
      ? this.isGone(object)
      : Promise.resolve(true);
    const observed = { object, namespace, gone, observedResourceVersion };
    this.deleted.set(key, observed);
    void gone.then(is => !is && this.drop(key, observed));
  }

  private drop(key: string, observed: Observation): void {
    if (this.deleted.get(key) === observed) this.forget(key);
  }

  /** Reads the object: a watch with a label selector reports an object that loses the label as deleted. */
  private async isGone({ metadata }: KubeObject): Promise<boolean> {
    const { client, resource } = this.options;
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
  private isExternalDeletion({
    object,
    observedResourceVersion,
  }: Observation): boolean {
    const { leadershipStart } = this.options;
    return (
      !this.ownDeletions.has(object.metadata.uid ?? '') &&
      (!isCopy(object) || leadershipStart.isAfter(observedResourceVersion))
    );
  }

  /** Whether the object's type was not replaced: deleting a CRD deletes all its objects, which no client requested. */
  private async isTypeUnchanged(): Promise<boolean> {
    const { client, resource } = this.options;
    if (!mayBeCrdGroup(resource.group)) return true;
    const found = await typeIdentityOf(client, resource);
    if (found === undefined) return false;
    const known = this.typeIdentity;
    this.typeIdentity = found;
    if (known !== found) this.forgetAll();
    return known === found;
  }

  /** Whether the namespace of the object still exists; for originals also whether a client deleted the namespace. */
  private async isConfirmedByNamespace({
    object,
    namespace,
  }: Observation): Promise<boolean> {
    const { namespaceTracker } = this.options;
    if (object.metadata.namespace === undefined) return true;
    const fate = namespace && (await namespaceTracker.fateOf(namespace));
    return fate === 'exists' || (fate === 'deleted' && !isCopy(object));
  }
}
