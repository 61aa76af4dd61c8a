/** What is found of all objects of one API or claimed type, as its bindings tell of it. */
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

/** What {@link IssueTracker} are made with. */
export interface IssueTrackerOptions extends Pick<
  InitialScanOptions,
  'keys' | 'isComplete' | 'enqueue'
> {
  /** What keeps its objects from being known; others report it when it persists. */
  failure: () => Failure | undefined;
  /** What bindings call a key; default: the key. */
  nameOf?: (key: string) => string;
  /** Called when {@link IssueTracker.report} may have changed. */
  changed: () => void;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** By key of the app cluster. */
export class IssueTracker {
  /** By name. */
  readonly counters: IssueCounters;
  private readonly initialScan: InitialScan;

  constructor(options: IssueTrackerOptions) {
    const { failure, nameOf = key => key } = options;
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

  /** This process does the work from now on: all is looked at. */
  start(): void {
    this.initialScan.start();
  }

  /** What was found may not be so any more: all is looked at again. */
  rescan(): void {
    this.initialScan.rescan();
  }

  /** Looks at a key. @throws what `reconcile` does. */
  scan(
    key: string,
    reconcile: (result: ScanResult) => Promise<void>,
  ): Promise<void> {
    return this.initialScan.scan(key, reconcile);
  }

  /** Of no kind known before all were looked at, so that what was told before stays. To be asked when more is known. */
  report(): IssueReports {
    this.initialScan.refresh();
    return this.initialScan.isDone ? this.counters.report() : unknownReports;
  }
}
