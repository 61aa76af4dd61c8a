/** The issue counters of all kinds, combined in one value. */
import { IssueCounter, type IssueCounterOptions } from './IssueCounter';
import { mergeReports, emptyReport, type IssueReport } from './IssueReport';
import { perKind, issueKinds, type IssueKindName } from './issueKinds';

/** Report of each kind; undefined while unknown. */
export type IssueReports = Readonly<
  Record<IssueKindName, IssueReport | undefined>
>;

/** Reports without issues. */
export const emptyReports: IssueReports = perKind(() => emptyReport);

/** Reports while nothing is known. */
export const unknownReports: IssueReports = perKind(() => undefined);

/** Whether the number of issues of each kind is known and only changes with new events. */
export const areFinal = (reports: IssueReports): boolean =>
  Object.values(reports).every(report => report !== undefined) &&
  reports.unchecked?.count === 0;

/**
 * Merges reports of several parts, kind by kind.
 * @param parts - undefined: a part without known reports.
 */
export const mergeReportsByKind = (
  parts: readonly (IssueReports | undefined)[],
): IssueReports =>
  perKind(name => mergeReports(parts.map(part => part?.[name])));

/** One counter for each kind, for one API or claimed type. */
export interface IssueCounters extends Readonly<
  Record<IssueKindName, IssueCounter>
> {
  /** Removes the issues of this key from all kinds. */
  resolve(key: string): void;
  /** Whether there is an issue of any kind that must persist to count. */
  isPending(key: string): boolean;
  /**
   * Keys of all issues of any kind. Those that do not count yet must be reconciled again, too, or they stay pending.
   */
  keys(): Set<string>;
  report(): IssueReports;
}

/** The counters' settings are those of {@link issueKinds}. */
export function createIssueCounters(
  options: Pick<IssueCounterOptions, 'changed' | 'nameOf' | 'now'>,
): IssueCounters {
  const counters = perKind(
    name => new IssueCounter({ ...issueKinds[name], ...options }),
  );
  const all = Object.values(counters);
  return {
    ...counters,
    resolve: key => all.forEach(counter => counter.resolve(key)),
    isPending: key => all.some(counter => counter.isPending(key)),
    keys: () => new Set(all.flatMap(counter => counter.keys())),
    report: () => perKind(name => counters[name].report()),
  };
}
