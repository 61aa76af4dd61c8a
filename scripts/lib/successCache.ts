// Skips tests that have passed before on the same sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { root } from './root';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Packages that others run on without listing them, because a package between them does. */
const indirect = [
  'packages/control-plane-health',
  'packages/local-processes',
  'packages/programs',
];

/**
 * Flags with which `backstage-cli repo test` skips packages that passed before, if neither the packages nor their
 * dependencies have changed since. No flags while there are uncommitted changes, because the CLI compares committed
 * trees. The CLI does not consider files outside of packages (docs, scripts, configuration; no suite reads mutants or changesets), nor the selection of suites,
 * so each state of these files and each selection has a separate cache.
 */
export function successCacheFlags(suites: string): string[] {
  if (git('status', '--porcelain') !== '') return [];
  const others = git('ls-tree', 'HEAD')
    .split('\n')
    .filter(
      line =>
        !/\t(packages|plugins|konnector|crossplane|test|\.changeset|yarn\.lock)$/.test(
          line,
        ),
    )
    .concat(git('ls-tree', 'HEAD', ...indirect))
    .join('\n');
  const state = createHash('sha256').update(others).digest('hex').slice(0, 16);
  return [
    '--success-cache',
    '--success-cache-dir',
    join(root, 'node_modules/.cache/klutch-tests', state, suites),
  ];
}
