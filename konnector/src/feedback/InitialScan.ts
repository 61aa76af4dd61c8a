/** The initial scan of all keys: before it is done, nobody can say how many there are of anything. */
import { errorMessage } from '../failure';
import type { IssueCounter } from './IssueCounter';

/** What came of the scan of one key. */
export interface ScanResult {
  /** What is found of the key is settled: what fails from now on changes nothing of it. */
  isDecided?: boolean;
  /** Why nothing can be told of the key yet, in a sentence, though the reconcile succeeds. */
  problem?: string;
}

/** What a {@link InitialScan} is made with. */
export interface InitialScanOptions {
  /** Of all that is known; a key may come several times. */
  keys: () => Iterable<string>;
  /** Whether nothing is left out of them. */
  isComplete: () => boolean;
  /** Whether what is left out is told otherwise, so that nobody waits for it. */
  mayBeIncomplete: () => boolean;
  /** Has a key looked at. */
  enqueue: (key: string) => void;
  /** Whether something was found of a key that has yet to last. */
  isPending: (key: string) => boolean;
  /** Those that could not be looked at yet, by key. */
  unchecked: Pick<IssueCounter, 'add' | 'resolve' | 'has'>;
  /** It is done. */
  changed: () => void;
}

/** Of one API or claimed type, by this process. Keeps keys only, and none when it is done. */
export class InitialScan {
  private isStarted = false;
  private isComplete = false;
  /** Not looked at yet; undefined: it has not begun, or is done. */
  private remaining: Set<string> | undefined;
  private done = false;

  constructor(private readonly options: InitialScanOptions) {}

  /** Each key that there was at its beginning was looked at, or is among those of which is told that they could not be. */
  get isDone(): boolean {
    return this.done;
  }

  /** This process does the work from now on. */
  start(): void {
    this.isStarted = true;
    this.rescan();
  }

  /** What was found of everything may not be so any more. */
  rescan(): void {
    this.remaining = undefined;
    this.done = false;
    this.refresh();
  }

  /** More may be known than before. */
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

  /** Looks at a key. @throws what `reconcile` does. */
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
      // A scan that began before does not count.
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
