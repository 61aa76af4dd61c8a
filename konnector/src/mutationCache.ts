/**
 * Remembers our own writes until the watch delivers them, so that the next
 * reconcile does not use stale state (as client-go's mutation cache).
 */
import { isConflict, type KubeObject } from '@klutch/kube';

/** Whether a write removed the last finalizer of an object that is being deleted, which no longer exists then. */
export const isFinalized = ({ metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined &&
  (metadata.finalizers ?? []).length === 0;

/** The cached object, or the newer result of our own write. */
export interface MutationCacheEntry<T> {
  object: T | undefined;
  /** Set when the object is newer than the cache: milliseconds until the remembered write expires. */
  expiresInMs?: number;
}

/** One write: the cached version its result is recorded against, and how to read the object again. */
export interface WriteRequest<T> {
  key: string;
  /** The cached object before the write. */
  cached: T | undefined;
  /** The object that the write was planned from, if newer than the cache. */
  observed?: T;
  /** Reads the object live. */
  read: () => Promise<T | undefined>;
}

type Version = string | undefined;

interface Mutation<T> {
  written: T | undefined;
  /** Versions of the cached object that are older than the write. */
  staleVersions: Set<Version>;
  expiresAt: number;
}

/**
 * Long enough for any healthy watch to catch up; after it, a write planned from a stale cache only meets a conflict.
 * Short, because an object that others delete before the watch or the response shows it stays missing that long.
 */
const mutationTtlMs = 10_000;

const versionOf = (object: KubeObject | undefined): Version =>
  object && `${object.metadata.uid}/${object.metadata.resourceVersion}`;

/**
 * One per cluster and resource type. A write is remembered until the cache shows a version that is not known to be
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
   * Processes a watch event of an existing object. True: the event is our own last write, so no reconcile is needed.
   */
  observe(key: string, shown: T): boolean {
    const mutation = this.mutations.get(key);
    if (!mutation || versionOf(mutation.written) !== versionOf(shown))
      return false;
    this.mutations.delete(key);
    return true;
  }

  /**
   * Sends a write and records its result; `send` returns undefined when it wrote nothing. After a conflict, the live
   * object is recorded as the newest state: with a late or half-open watch the next write would cause the same
   * conflict.
   * @throws errors of the write, including the conflict.
   */
  async write<R extends T | undefined>(
    { key, cached, observed, read }: WriteRequest<T>,
    send: () => Promise<R>,
  ): Promise<R> {
    try {
      const written = await send();
      if (written) {
        const left = isFinalized(written) ? undefined : written;
        this.recordWrite(key, cached, left, observed);
      }
      return written;
    } catch (error) {
      if (isConflict(error))
        this.recordWrite(key, cached, await read(), observed);
      throw error;
    }
  }

  /**
   * Records the result of a write; `written` undefined means that the object no longer exists.
   * @param cached - the cached object before the write.
   * @param observed - the object that the write was planned from, if newer; the watch may deliver it during the write.
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
