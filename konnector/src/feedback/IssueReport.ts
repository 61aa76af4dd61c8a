/** What an issue counter reports: how many it counted, and which first. Pure. */

/** So many are named; when they are settled, the next ones are. */
const maxNames = 50;

/** What was counted, as a binding tells of it. */
export interface IssueReport {
  count: number;
  /** Sorted; not all of many. */
  names: string[];
  /** What a person is to know of the first, if there is more than the condition says of all. */
  why?: string;
}

/** It was looked, and there is none. */
export const emptyReport: IssueReport = { count: 0, names: [] };

/** The names that are told of so many. */
export const firstNames = (names: Iterable<string>): string[] =>
  [...names].sort().slice(0, maxNames);

/** What a binding calls an object of a type that it claims; those of its API go by their key alone. */
export const claimedObjectName = (type: string, key: string): string =>
  `${type} ${key}`;

/** Whether a name is that of a claimed object. */
export const isClaimedObjectName = (name: string): boolean =>
  name.includes(' ');

/** The names in one text, with a sign that there are more. */
export const formatNames = ({ count, names }: IssueReport): string =>
  `${names.join(', ')}${count > names.length ? ', …' : ''}`;

/** What several counted, as one report; undefined as long as one of them cannot say. */
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
