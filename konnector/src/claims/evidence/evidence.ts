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
import { mayBeOfCrd } from '../../mayBeOfCrd';
import type { LeadStart } from '../../duty/leadStart';
import { followDeaths } from './deaths';
import type { HomeNamespace, HomeNamespaces } from './homeNamespaces';
import { foundationOf } from './typeFoundation';

/** Deletions that were seen, and are not yet acted on. */
export interface Evidence {
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
  ours(uid: string | undefined): () => void;
  /** Nothing more follows from what was seen of this key. */
  settle(key: string): void;
  /** Nothing more follows from anything that was seen. */
  settleAll(): void;
}

const isCopy = ({ metadata }: KubeObject) =>
  metadata.annotations?.[annotations.resourceOwner] === 'Provider';

interface Seen {
  object: KubeObject;
  /** Undefined when it has none, or nobody knows. */
  home: HomeNamespace | undefined;
  /** False when it is still there. */
  gone: Promise<boolean>;
  /** See {@link Deaths.begunAt}. */
  begunAt: string | undefined;
}

/**
 * What a list does not show any more is no evidence: it may be gone for any reason, such as a cluster restored from a
 * backup.
 * @param options.cache - of the app cluster; told by it until the process ends.
 * @param options.leadStart - of the type on the app cluster.
 * @param options.onlyCopies - whether the cache follows by their label what are copies of ours, and nothing else.
 */
export function createEvidence(options: {
  cache: Pick<Cache<KubeObject>, 'subscribe' | 'whenSynced'>;
  client: OwnerReader & Pick<KubeClient, 'listPages'>;
  homes: HomeNamespaces;
  resource: Resource;
  leadStart: Pick<LeadStart, 'isAfter'>;
  onlyCopies: boolean;
}): Evidence {
  const { cache, client, homes, resource, leadStart, onlyCopies } = options;
  const deaths = followDeaths();
  const deleted = new Map<string, Seen>();
  /** UIDs. A refusal may come after the news that somebody else deleted the object. */
  const byUs = new Set<string>();
  /** What the type rests on, as far as it is known. */
  let foundation: string | undefined;

  cache.subscribe(change => {
    const { type, key, object, source } = change;
    const home = homes.homeOf(change);
    const begunAt = deaths.begunAt(change);
    forget(key);
    if (type !== 'deleted') return;
    if (source !== 'watch') {
      byUs.delete(object.metadata.uid ?? '');
      return;
    }
    const gone = onlyCopies ? isGone(object) : Promise.resolve(true);
    const seen = { object, home, gone, begunAt };
    deleted.set(key, seen);
    void gone.then(is => !is && drop(key, seen));
  });

  function forget(key: string): void {
    const seen = deleted.get(key);
    if (!seen) return;
    byUs.delete(seen.object.metadata.uid ?? '');
    deleted.delete(key);
  }

  function drop(key: string, seen: Seen): void {
    if (deleted.get(key) === seen) forget(key);
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
  const isSomebodyElses = ({ object, begunAt }: Seen): boolean =>
    !byUs.has(object.metadata.uid ?? '') &&
    (!isCopy(object) || leadStart.isAfter(begunAt));

  /** A CRD that goes takes its objects with it, and so does one that was replaced: nobody deleted those. */
  async function typeStays(): Promise<boolean> {
    if (!mayBeOfCrd(resource.group)) return true;
    const found = await foundationOf(client, resource);
    if (found === undefined) return false;
    const known = foundation;
    foundation = found;
    if (known !== found) forgetAll();
    return known === found;
  }

  /** Where it was does not give another reason for its end. */
  async function isMeantByItsNamespace({
    object,
    home,
  }: Seen): Promise<boolean> {
    if (object.metadata.namespace === undefined) return true;
    const fate = home && (await homes.fateOf(home));
    return fate === 'stays' || (fate === 'deleted' && !isCopy(object));
  }

  if (mayBeOfCrd(resource.group)) {
    void cache
      .whenSynced()
      .then(typeStays)
      .catch(() => undefined);
  }

  return {
    async confirmed(key) {
      const seen = deleted.get(key);
      if (!seen) return undefined;
      try {
        const isMeant =
          isSomebodyElses(seen) &&
          (await seen.gone) &&
          (await typeStays()) &&
          (await lostOwner(client, seen.object)) === undefined &&
          (await isMeantByItsNamespace(seen));
        // Another key may have found out meanwhile that all of them went with their type.
        if (isMeant && deleted.get(key) === seen) return seen.object;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      drop(key, seen);
      return undefined;
    },
    ours(uid) {
      if (!uid || byUs.has(uid)) return () => undefined;
      byUs.add(uid);
      return () => void byUs.delete(uid);
    },
    settle: forget,
    settleAll: forgetAll,
  };
}
