/**
 * The initial scan of all objects: until it is done, no issue count is
 * reliable.
 */
import { errorMessage } from '@klutch/kube';
import type { IssueCounter } from './IssueCounter';

/** Result of scanning one key. */
export interface ScanResult {
  /**
   * The issues of the key are determined: a later error in the same reconcile
   * does not change them.
   */
  isDecided?: boolean;
  /**
   * Why the key could not be checked, in a sentence, although the reconcile
   * succeeded.
   */
  problem?: string;
}

/** Options of {@link InitialScan}. */
export interface InitialScanOptions {
  /** All known keys, possibly repeated. */
  keys: () => Iterable<string>;
  /** Whether `keys` contains all objects. */
  isComplete: () => boolean;
  /**
   * Whether missing keys are reported elsewhere, so that the scan need not wait
   * for them.
   */
  mayBeIncomplete: () => boolean;
  /** Enqueues a key for a reconcile. */
  enqueue: (key: string) => void;
  /**
   * Whether the key has an issue that does not count yet, as it must persist
   * first.
   */
  isPending: (key: string) => boolean;
  /** Keys that could not be checked yet. */
  unchecked: Pick<IssueCounter, 'add' | 'resolve' | 'has'>;
  /** Called when the scan is done. */
  changed: () => void;
}

/**
 * The initial scan of one API or claimed type by this process. Keeps keys only,
 * and none once done.
 */
export class InitialScan {
  private isStarted = false;
  private isComplete = false;
  /** Keys not scanned yet; undefined: the scan has not started, or is done. */
  private remaining: Set<string> | undefined;
  private done = false;

  constructor(private readonly options: InitialScanOptions) {}

  /**
   * Each key that existed at the start was checked, or is reported as
   * unchecked.
   */
  get isDone(): boolean {
    return this.done;
  }

  /** Starts the scan, when this process has become the leader. */
  start(): void {
    this.isStarted = true;
    this.rescan();
  }

  /** Restarts the scan, as earlier results may be outdated. */
  rescan(): void {
    this.remaining = undefined;
    this.done = false;
    this.refresh();
  }

  /** Starts the scan if more keys may be known than before. */
  refresh(): void {
    const { options } = this;
    if (!this.isStarted || this.remaining || (this.done && this.isComplete))
      return;
    const isComplete = options.isComplete();
    if (!isComplete && (this.done || !options.mayBeIncomplete())) return;
    this.isComplete = isComplete;
    this.done = false;
    this.remaining = new Set(options.keys());
    this.remaining.forEach(options.enqueue);
    this.finishIfDone();
  }

  /** Scans a key. @throws errors of `reconcile`. */
  async scan(
    key: string,
    reconcile: (result: ScanResult) => Promise<void>,
  ): Promise<void> {
    const { remaining } = this;
    const result: ScanResult = {};
    try {
      await reconcile(result);
    } catch (error) {
      if (!result.isDecided) result.problem = errorMessage(error);
      throw error;
    } finally {
      // A reconcile that began before the current scan does not count.
      if (remaining === this.remaining) this.recordResult(key, result.problem);
    }
  }

  private recordResult(key: string, why: string | undefined): void {
    const { unchecked, isPending } = this.options;
    if (why === undefined) unchecked.resolve(key);
    else if (this.remaining?.has(key) || unchecked.has(key))
      unchecked.add(key, why);
    if (this.remaining && !isPending(key)) {
      this.remaining.delete(key);
      this.finishIfDone();
    }
  }

  private finishIfDone(): void {
    if (this.remaining?.size !== 0) return;
    this.remaining = undefined;
    this.done = true;
    this.options.changed();
  }
}
