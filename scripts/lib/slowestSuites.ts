// Lists the slowest suites of a run.
import { relative } from 'node:path';
import { root } from './root';

/** The fields of jest's report that are read. */
export interface SuiteTimes {
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** The slowest suites, one line each. */
export function slowestSuites(
  { testResults }: SuiteTimes,
  count: number,
): string {
  const suites = testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
  return suites
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
    .join('\n');
}
