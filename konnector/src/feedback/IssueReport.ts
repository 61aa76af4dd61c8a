/** The report of an issue counter: the count and the first names. Pure. */

/** Maximum number of names in a report; the next names follow when these are resolved. */
const maxNames = 50;

/** Counted issues, as a binding reports them. */
export interface IssueReport {
  count: number;
  /** Sorted; at most the first 50. */
  names: string[];
  /** Explanation of the first issue, if there is more than the condition states for all. */
  why?: string;
}

export const emptyReport: IssueReport = { count: 0, names: [] };

/** The names that a report lists. */
export const firstNames = (names: Iterable<string>): string[] =>
  [...names].sort().slice(0, maxNames);

/** Name of an object of a claimed type in a report; objects of the binding's API are named by their key alone. */
export const claimedObjectName = (type: string, key: string): string =>
  `${type} ${key}`;

export const isClaimedObjectName = (name: string): boolean =>
  name.includes(' ');

/** The names as one text, with an ellipsis if there are more. */
export const formatNames = ({ count, names }: IssueReport): string =>
  `${names.join(', ')}${count > names.length ? ', …' : ''}`;

/** Merges several reports; undefined while one of them is unknown. */
export function mergeReports(
  reports: readonly (IssueReport | undefined)[],
): IssueReport | undefined {
  const known = reports.filter(report => report !== undefined);
  if (known.length < reports.length) return undefined;
  const names = firstNames(known.flatMap(report => report.names));
  const why = known.find(report => report.names[0] === names[0])?.why;
  return {
    count: known.reduce((sum, { count }) => sum + count, 0),
    names,
    ...(why && { why }),
  };
}
