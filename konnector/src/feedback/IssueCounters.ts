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
  /** Removes the issues of this name from all kinds. */
  resolve(name: string): void;
  /** Whether there is an issue of any kind that must persist to count. */
  isPending(name: string): boolean;
  /**
   * Names of all issues of any kind. Those that do not count yet must be reconciled again, too, or they stay pending.
   */
  names(): Set<string>;
  report(): IssueReports;
}

/** The counters' settings are those of {@link issueKinds}. */
export function createIssueCounters(
  options: Pick<IssueCounterOptions, 'changed' | 'now'>,
): IssueCounters {
  const { changed, now } = options;
  const counters = perKind(
    name => new IssueCounter({ ...issueKinds[name], changed, now }),
  );
  const all = Object.values(counters);
  return {
    ...counters,
    resolve: name => all.forEach(counter => counter.resolve(name)),
    isPending: name => all.some(counter => counter.isPending(name)),
    names: () => new Set(all.flatMap(counter => counter.names())),
    report: () => perKind(name => counters[name].report()),
  };
}
