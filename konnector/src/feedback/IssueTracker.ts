/**
 * Tracks the issues of all objects of one API or claimed type, which its
 * bindings report.
 */
import { parseKey } from '@klutch/kube';
import { isPersistent, type Failure } from '../failure';
import {
  InitialScan,
  type InitialScanOptions,
  type ScanResult,
} from './InitialScan';
import {
  createIssueCounters,
  unknownReports,
  type IssueCounters,
  type IssueReports,
} from './IssueCounters';

/** Options of {@link IssueTracker}. */
export interface IssueTrackerOptions extends Pick<
  InitialScanOptions,
  'keys' | 'isComplete' | 'enqueue'
> {
  /** Why the objects cannot be watched; reported elsewhere when persistent. */
  failure: () => Failure | undefined;
  /** Name of a key in reports; default: the key. */
  nameOf?: (key: string) => string;
  /** Called when {@link IssueTracker.report} may have changed. */
  changed: () => void;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** Keys are those of the app cluster. */
export class IssueTracker {
  /** Counters by reported name. */
  readonly counters: IssueCounters;
  /** Name of a key in reports. */
  readonly nameOf: (key: string) => string;
  private readonly initialScan: InitialScan;

  constructor(options: IssueTrackerOptions) {
    const { failure, nameOf = key => key } = options;
    this.nameOf = nameOf;
    const counters = createIssueCounters(options);
    const { unchecked } = counters;
    this.counters = counters;
    this.initialScan = new InitialScan({
      ...options,
      mayBeIncomplete() {
        const found = failure();
        return found !== undefined && isPersistent(found);
      },
      isPending: key => counters.isPending(nameOf(key)),
      unchecked: {
        add: (key, why) => unchecked.add(nameOf(key), why),
        resolve: key => unchecked.resolve(nameOf(key)),
        has: key => unchecked.has(nameOf(key)),
      },
    });
  }

  /** Starts the initial scan, when this process has become the leader. */
  start(): void {
    this.initialScan.start();
  }

  /** Scans everything again, as earlier results may be outdated. */
  rescan(): void {
    this.initialScan.rescan();
  }

  /** Keys of the issues in a namespace; `''`: of cluster-scoped objects. */
  keysIn(namespace: string): string[] {
    const { length } = this.nameOf('');
    return [...this.counters.names()]
      .map(name => name.slice(length))
      .filter(key => (parseKey(key).namespace ?? '') === namespace);
  }

  /** Scans a key. @throws errors of `reconcile`. */
  scan(
    key: string,
    reconcile: (result: ScanResult) => Promise<void>,
  ): Promise<void> {
    return this.initialScan.scan(key, reconcile);
  }

  /**
   * Unknown reports until the initial scan is done, so that earlier conditions
   * stay. Call again when more objects are known.
   */
  report(): IssueReports {
    this.initialScan.refresh();
    return this.initialScan.isDone ? this.counters.report() : unknownReports;
  }
}
