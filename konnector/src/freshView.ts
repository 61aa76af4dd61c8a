/** Remembers our own writes until the watch has brought them back, so that the next reconcile does not act on the past. */
import { isConflict, type KubeObject } from '@klutch/kube';

/** What the cache says, corrected by what we wrote since. */
export interface Seen<T> {
  object: T | undefined;
  /** Set when the object is newer than the cache: milliseconds after which the memory is given up. */
  rememberedForMs?: number;
}

/** One write: against what its answer is remembered, and how to look again. */
export interface SentWrite<T> {
  key: string;
  /** What the cache said before the write. */
  cached: T | undefined;
  /** What the write was planned from, if that was newer. */
  seen?: T;
  /** Asks the API server what there is now. */
  read: () => Promise<T | undefined>;
}

type Version = string | undefined;

interface Memory<T> {
  written: T | undefined;
  /** Versions of the cached object that are older than the write. */
  behind: Set<Version>;
  until: number;
}

/** Long enough for any healthy watch to catch up, short enough not to hold on to a wrong picture. */
const memoryMs = 30_000;

const versionOf = (object: KubeObject | undefined): Version =>
  object && `${object.metadata.uid}/${object.metadata.resourceVersion}`;

/**
 * One view a cluster and resource type. A write is remembered until the cache shows something that is not known to be
 * older; resourceVersions are compared for equality only.
 */
export class FreshView<T extends KubeObject> {
  private readonly memories = new Map<string, Memory<T>>();

  /** @param now - clock in milliseconds, for tests. */
  constructor(private readonly now: () => number = Date.now) {}

  /** The newest known state of the object. */
  see(key: string, cached: T | undefined): Seen<T> {
    const memory = this.memories.get(key);
    if (!memory) return { object: cached };
    const rest = memory.until - this.now();
    if (!memory.behind.has(versionOf(cached)) || rest <= 0) {
      this.memories.delete(key);
      return { object: cached };
    }
    return { object: memory.written, rememberedForMs: rest };
  }

  /**
   * Tells what the watch shows of an object that is there. True: it is what our own last write made, so that nobody
   * needs to look at it again.
   */
  caughtUp(key: string, shown: T): boolean {
    const memory = this.memories.get(key);
    if (!memory || versionOf(memory.written) !== versionOf(shown)) return false;
    this.memories.delete(key);
    return true;
  }

  /**
   * Sends a write. After a conflict what the API server has now is the newest known state: a late or half-open watch
   * would have the next write meet the same conflict.
   * @throws what the write throws, also the conflict.
   */
  async send<R>(
    { key, cached, seen, read }: SentWrite<T>,
    write: () => Promise<R>,
  ): Promise<R> {
    try {
      return await write();
    } catch (error) {
      if (isConflict(error)) this.wrote(key, cached, await read(), seen);
      throw error;
    }
  }

  /**
   * Tells the answer of a write; `written` undefined means that the object is gone.
   * @param cached - what the cache said before the write.
   * @param seen - what the write was planned from, if that was newer; the watch may bring it during the write.
   */
  wrote(
    key: string,
    cached: T | undefined,
    written: T | undefined,
    seen = cached,
  ): void {
    const before = this.memories.get(key);
    const behind = new Set(before?.behind)
      .add(versionOf(cached))
      .add(versionOf(seen));
    if (before) behind.add(versionOf(before.written));
    behind.delete(versionOf(written));
    if (!behind.has(versionOf(cached))) {
      this.memories.delete(key);
      return;
    }
    this.memories.set(key, { written, behind, until: this.now() + memoryMs });
  }
}
