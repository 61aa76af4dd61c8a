/**
 * Tracks the issues of all objects of one API or claimed type, which its bindings report. Until each object was
 * reconciled once, no count of issues is reliable.
 */
import { errorMessage, parseKey } from '@klutch/kube';
import { isPersistent, type Failure } from '../failure';
import { IssueCounter } from './IssueCounter';
import {
  issueKinds,
  perKind,
  unknownReports,
  type IssueKindName,
  type IssueReports,
} from './issueKinds';

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
export interface ReconcileResult {
  /**
   * The only issue of the key; a later error in the same reconcile does not change it. Left out when it could not be
   * determined: it stays as before.
   */
  issue?: Issue | 'none';
  /** Why the key could not be checked, in a sentence, although the reconcile succeeded. */
  problem?: string;
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

  /**
   * Runs a reconcile of a key, and records its result.
   * @returns milliseconds after which to reconcile the key again, as its issue must persist to count.
   * @throws the errors of the reconcile.
   */
  async track(
    key: string,
    reconcile: (result: ReconcileResult) => Promise<void>,
  ): Promise<number | undefined> {
    const { remaining } = this;
    const result: ReconcileResult = {};
    try {
      await reconcile(result);
    } catch (error) {
      this.record(key, result, remaining, error);
      throw error;
    }
    return this.record(key, result, remaining);
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

  /** @param remaining - when the reconcile began. */
  private record(
    key: string,
    { issue, problem }: ReconcileResult,
    remaining: ReadonlySet<string> | undefined,
    error?: unknown,
  ): number | undefined {
    const isFailed = error !== undefined && issue === undefined;
    // After an error it is unknown whether an issue persists.
    const recheckMs = isFailed ? undefined : this.recordIssue(key, issue);
    // A reconcile that began before the current scan does not count.
    if (remaining === this.remaining)
      this.recordResult(key, isFailed ? errorMessage(error) : problem);
    return recheckMs;
  }

  private recordIssue(
    key: string,
    issue: ReconcileResult['issue'],
  ): number | undefined {
    const { unchecked: _unchecked, ...counters } = this.counters;
    const found = issue === 'none' ? undefined : issue;
    let recheckMs: number | undefined;
    for (const [kind, counter] of Object.entries(counters)) {
      if (issue === undefined) {
        if (counter.isPending(key)) recheckMs ??= counter.add(key);
      } else if (kind === found?.kind) recheckMs = counter.add(key, found.why);
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
    // Missing keys are reported elsewhere then, so that the scan need not wait for them.
    const isReported = isPersistent(objects.failure());
    if (!isComplete && (this.isDone || !isReported)) return;
    this.isComplete = isComplete;
    this.isDone = false;
    this.remaining = new Set(objects.keys());
    this.remaining.forEach(key => objects.enqueue(key, 'initial'));
    this.finishIfDone();
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
