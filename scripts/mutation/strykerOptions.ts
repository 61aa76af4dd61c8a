// Options of Stryker for one package: https://stryker-mutator.io/docs/stryker-js/configuration
import { join } from 'node:path';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { root } from '../lib/root';
import type { MutatedFiles } from './mutatedFiles';

/** Path of the reports and of the results of earlier runs, without extension. */
export const reportOf = (folder: string): string =>
  join(root, '.cache/mutation', folder.replaceAll('/', '-'));

export const strykerOptions = (
  folder: string,
  { mutate, tests, threshold }: MutatedFiles,
): PartialStrykerOptions => ({
  mutate: mutate.map(glob => `src/${glob}`),
  testRunner: 'jest',
  jest: {
    projectType: 'custom',
    configFile: require.resolve('@backstage/cli/config/jest'),
    config: { testMatch: tests.map(glob => `<rootDir>/${glob}`) },
    enableFindRelatedTests: true,
  },
  coverageAnalysis: 'perTest',
  // Stryker would run all tests for each mutant of a constant.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `${reportOf(folder)}.json`,
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { allowColor: false, logTests: false },
  htmlReporter: { fileName: `${reportOf(folder)}.html` },
  thresholds: { high: 100, low: threshold, break: threshold },
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['dist', 'dist-types', 'coverage'],
  warnings: false,
});
