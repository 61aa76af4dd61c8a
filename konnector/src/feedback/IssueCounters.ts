/** All that a binding tells of by name: what is counted of each kind, as one value. */
import { IssueCounter, type IssueCounterOptions } from './IssueCounter';
import { mergeReports, emptyReport, type IssueReport } from './IssueReport';
import { perKind, issueKinds, type IssueKindName } from './issueKinds';

/** What is told of each kind; undefined as long as that is not known. */
export type IssueReports = Readonly<
  Record<IssueKindName, IssueReport | undefined>
>;

/** It was looked, and there is nothing of any kind. */
export const emptyReports: IssueReports = perKind(() => emptyReport);

/** Nobody can say anything yet. */
export const unknownReports: IssueReports = perKind(() => undefined);

/** Whether it is known how many there are of each kind, and will change only with what happens. */
export const areFinal = (reports: IssueReports): boolean =>
  Object.values(reports).every(report => report !== undefined) &&
  reports.unchecked?.count === 0;

/** What several counted, kind by kind. @param parts - undefined stands for somebody who cannot say anything yet. */
export const mergeReportsByKind = (
  parts: readonly (IssueReports | undefined)[],
): IssueReports =>
  perKind(name => mergeReports(parts.map(part => part?.[name])));

/** An issue counter of each kind, of one API or claimed type. */
export interface IssueCounters extends Readonly<
  Record<IssueKindName, IssueCounter>
> {
  /** This one is nothing of any kind, or not any more. */
  resolve(name: string): void;
  /** It may be one of some kind, which has yet to last. */
  isPending(name: string): boolean;
  /** All that were found, of any kind: what has yet to last has to be looked at again, too, else it stays pending. */
  names(): Set<string>;
  report(): IssueReports;
}

/** Each kind counts, and tells of changes, as {@link issueKinds} says. */
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
