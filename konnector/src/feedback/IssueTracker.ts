/**
 * Tracks the issues of all objects of one API or claimed type, which its bindings report. Until each object was
 * reconciled once, no count of issues is reliable.
 */
import { errorMessage, parseKey } from '@klutch/kube';
import { isPersistent, type Failure } from '../failure';
import { IssueCounter } from './IssueCounter';
import { unknownReports, type IssueReports } from './IssueReports';
import { issueKinds, perKind, type IssueKindName } from './issueKinds';

/** What is wrong with a pair, and is reported by name. */
export interface Issue {
  kind: Exclude<IssueKindName, 'unchecked'>;
  /** Explanation for operators, a sentence or more, where the condition does not state it for all. */
  why?: string;
}

/** The objects whose issues are tracked. Keys are those of the app cluster. */
export interface TrackedObjects {
  /** All known keys, possibly repeated. */
  keys(): Iterable<string>;
  /** Whether `keys` contains all objects. */
  hasSynced(): boolean;
  /** Why the objects cannot be watched; reported elsewhere when persistent. */
  failure(): Failure | undefined;
  /** Enqueues a key for a reconcile. */
  enqueue(key: string, priority: 'initial'): void;
  /** Called when {@link IssueTracker.report} may have changed. */
  changed(): void;
}

/** What a reconcile finds out; recorded when it ends. */
export interface ScanResult {
  /**
   * The only issue of the key. A later error in the same reconcile does not change it. Default: as before, unless an
   * error shows that it could not be determined.
   */
  issue?: Issue | 'none';
  /** Why the key could not be checked, in a sentence, although the reconcile succeeded. */
  problem?: string;
}

/** The scan of a key, while it is reconciled. */
interface KeyScan extends ScanResult {
  readonly key: string;
  /** See {@link IssueTracker}; at the beginning of the reconcile. */
  readonly remaining: ReadonlySet<string> | undefined;
}

/** Keeps the keys of issues only, once the initial scan is done. */
export class IssueTracker {
  private readonly counters: Readonly<Record<IssueKindName, IssueCounter>>;
  private isStarted = false;
  /** Whether the scan included all objects. */
  private isComplete = false;
  /** Keys not scanned yet; undefined: the scan has not started, or is done. */
  private remaining: Set<string> | undefined;
  /** Each key that existed at the start was checked, or is reported as unchecked. */
  private isDone = false;

  /**
   * @param nameOf - name of a key in reports; default: the key.
   * @param now - clock in milliseconds, for tests.
   */
  constructor(
    private readonly objects: TrackedObjects,
    nameOf?: (key: string) => string,
    now?: () => number,
  ) {
    const changed = () => objects.changed();
    this.counters = perKind(
      name => new IssueCounter({ ...issueKinds[name], changed, nameOf, now }),
    );
  }

  /** Starts the initial scan, when this process has become the leader. */
  start(): void {
    this.isStarted = true;
    this.rescan();
  }

  /** Scans everything again, as earlier results may be outdated. */
  rescan(): void {
    this.remaining = undefined;
    this.isDone = false;
    this.refresh();
  }

  /**
   * Keys of all issues. Those that do not count yet must be reconciled again, too, or they stay pending.
   */
  keys(): Set<string> {
    return new Set(Object.values(this.counters).flatMap(one => one.keys()));
  }

  /** Keys of the issues in a namespace; `''`: of cluster-scoped objects. */
  keysIn(namespace: string): string[] {
    return [...this.keys()].filter(
      key => (parseKey(key).namespace ?? '') === namespace,
    );
  }

  /** Call when the reconcile of a key begins, which may change the result. */
  startScan(key: string): KeyScan {
    return { key, remaining: this.remaining };
  }

  /**
   * Call when the reconcile has ended, with the error that it threw.
   * @returns milliseconds after which to reconcile the key again, as its issue must persist to count.
   */
  endScan(
    { key, remaining, issue, problem }: KeyScan,
    error?: unknown,
  ): number | undefined {
    // After an error it is unknown whether an issue persists.
    const isRecorded = issue !== undefined || error === undefined;
    const recheckMs = isRecorded ? this.recordIssue(key, issue) : undefined;
    const why = error === undefined || issue ? problem : errorMessage(error);
    // A reconcile that began before the current scan does not count.
    if (remaining === this.remaining) this.recordResult(key, why);
    return recheckMs;
  }

  /**
   * Unknown reports until the initial scan is done, so that earlier conditions
   * stay. Call again when more objects are known.
   */
  report(): IssueReports {
    this.refresh();
    return this.isDone
      ? perKind(name => this.counters[name].report())
      : unknownReports;
  }

  private recordIssue(
    key: string,
    issue: ScanResult['issue'],
  ): number | undefined {
    const { unchecked: _unchecked, ...counters } = this.counters;
    const found = issue === 'none' ? undefined : issue;
    let recheckMs: number | undefined;
    for (const [kind, counter] of Object.entries(counters)) {
      if (issue === undefined) recheckMs ??= counter.recheck(key);
      else if (kind === found?.kind) recheckMs = counter.add(key, found.why);
      else counter.resolve(key);
    }
    return recheckMs;
  }

  /** Starts the scan if more keys may be known than before. */
  private refresh(): void {
    const { objects } = this;
    if (!this.isStarted || this.remaining || (this.isDone && this.isComplete))
      return;
    const isComplete = objects.hasSynced();
    if (!isComplete && (this.isDone || !this.isFailureReported())) return;
    this.isComplete = isComplete;
    this.isDone = false;
    this.remaining = new Set(objects.keys());
    this.remaining.forEach(key => objects.enqueue(key, 'initial'));
    this.finishIfDone();
  }

  /** Whether missing keys are reported elsewhere, so that the scan need not wait for them. */
  private isFailureReported(): boolean {
    const failure = this.objects.failure();
    return failure !== undefined && isPersistent(failure);
  }

  private recordResult(key: string, problem: string | undefined): void {
    const { unchecked } = this.counters;
    if (problem === undefined) unchecked.resolve(key);
    else if (this.remaining?.has(key) || unchecked.has(key))
      unchecked.add(key, problem);
    // An issue that does not count yet must persist first.
    const counters = Object.values(this.counters);
    if (this.remaining && !counters.some(counter => counter.isPending(key))) {
      this.remaining.delete(key);
      this.finishIfDone();
    }
  }

  private finishIfDone(): void {
    if (this.remaining?.size !== 0) return;
    this.remaining = undefined;
    this.isDone = true;
    this.objects.changed();
  }
}
