/** The reports of all kinds of issues. Pure. */
import { mergeReports, emptyReport, type IssueReport } from './IssueReport';
import { perKind, type IssueKindName } from './issueKinds';

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
