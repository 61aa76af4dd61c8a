/** A problem that somebody is notified of. */
import { createHash } from 'node:crypto';

/** A problem of an instance or app cluster, or a request that waits, in the words of its notification. */
export interface Problem {
  /** The same for the same problem of the same object and recipient. */
  scope: string;
  /** Id of the app cluster that has the problem, or whose instance has it; empty for the control plane. */
  cluster: string;
  /** Entity ref of a user or group: the owner of the instance, or an operator. */
  recipient: string;
  topic:
    | 'klutch-app-cluster'
    | 'klutch-backup'
    | 'klutch-binding'
    | 'klutch-control-plane'
    | 'klutch-export-request'
    | 'klutch-instance'
    | 'klutch-service-request';
  severity: 'high' | 'normal';
  title: string;
  /** What is said when the problem is over. */
  resolvedTitle: string;
  /** The page of the object, below the app's base URL. */
  link: string;
}

/** All problems of some topics, and what is needed to tell when a problem is over. */
export interface ProblemScan {
  topics: ReadonlySet<string>;
  problems: Problem[];
  /** Whom the end of a problem of this page concerns. */
  concerns: Pick<Problem, 'recipient' | 'link'>[];
  /** Whether a problem of this app cluster that is not among `problems` is over; otherwise that is unknown. */
  isCurrent: (cluster: string) => boolean;
}

/** A hash, because names may be longer than the column. */
export const scopeOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
