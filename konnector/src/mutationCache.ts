/** Remembers our own writes until the watch has brought them back, so that the next reconcile does not act on the past. */
import { isConflict, type KubeObject } from '@klutch/kube';

/** What the cache says, corrected by what we wrote since. */
export interface MutationCacheEntry<T> {
  object: T | undefined;
  /** Set when the object is newer than the cache: milliseconds after which the memory is given up. */
  expiresInMs?: number;
}

/** One write: against what its answer is remembered, and how to look again. */
export interface WriteRequest<T> {
  key: string;
  /** What the cache said before the write. */
  cached: T | undefined;
  /** What the write was planned from, if that was newer. */
  observed?: T;
  /** Asks the API server what there is now. */
  read: () => Promise<T | undefined>;
}

type Version = string | undefined;

interface Mutation<T> {
  written: T | undefined;
  /** Versions of the cached object that are older than the write. */
  staleVersions: Set<Version>;
  expiresAt: number;
}

/** Long enough for any healthy watch to catch up, short enough not to hold on to a wrong picture. */
const mutationTtlMs = 30_000;

const versionOf = (object: KubeObject | undefined): Version =>
  object && `${object.metadata.uid}/${object.metadata.resourceVersion}`;

/**
 * One view a cluster and resource type. A write is remembered until the cache shows something that is not known to be
 * older; resourceVersions are compared for equality only.
 */
export class MutationCache<T extends KubeObject> {
  private readonly mutations = new Map<string, Mutation<T>>();

  /** @param now - clock in milliseconds, for tests. */
  constructor(private readonly now: () => number = Date.now) {}

  /** The newest known state of the object. */
  get(key: string, cached: T | undefined): MutationCacheEntry<T> {
    const mutation = this.mutations.get(key);
    if (!mutation) return { object: cached };
    const remainingMs = mutation.expiresAt - this.now();
    if (!mutation.staleVersions.has(versionOf(cached)) || remainingMs <= 0) {
      this.mutations.delete(key);
      return { object: cached };
    }
    return { object: mutation.written, expiresInMs: remainingMs };
  }

  /**
   * Tells what the watch shows of an object that is there. True: it is what our own last write made, so that nobody
   * needs to look at it again.
   */
  observe(key: string, shown: T): boolean {
    const mutation = this.mutations.get(key);
    if (!mutation || versionOf(mutation.written) !== versionOf(shown))
      return false;
    this.mutations.delete(key);
    return true;
  }

  /**
   * Sends a write. After a conflict what the API server has now is the newest known state: a late or half-open watch
   * would have the next write meet the same conflict.
   * @throws what the write throws, also the conflict.
   */
  async send<R>(
    { key, cached, observed, read }: WriteRequest<T>,
    write: () => Promise<R>,
  ): Promise<R> {
    try {
      return await write();
    } catch (error) {
      if (isConflict(error))
        this.recordWrite(key, cached, await read(), observed);
      throw error;
    }
  }

  /**
   * Tells the answer of a write; `written` undefined means that the object is gone.
   * @param cached - what the cache said before the write.
   * @param observed - what the write was planned from, if that was newer; the watch may bring it during the write.
   */
  recordWrite(
    key: string,
    cached: T | undefined,
    written: T | undefined,
    observed = cached,
  ): void {
    const previous = this.mutations.get(key);
    const staleVersions = new Set(previous?.staleVersions)
      .add(versionOf(cached))
      .add(versionOf(observed));
    if (previous) staleVersions.add(versionOf(previous.written));
    staleVersions.delete(versionOf(written));
    if (!staleVersions.has(versionOf(cached))) {
      this.mutations.delete(key);
      return;
    }
    this.mutations.set(key, {
      written,
      staleVersions,
      expiresAt: this.now() + mutationTtlMs,
    });
  }
}
