// Which tests have passed before on the same sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { root } from './root';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * Flags with which `backstage-cli repo test` leaves out packages that passed before and have not changed since, nor
 * what they depend on. None while anything is uncommitted: the CLI compares committed trees. It knows nothing of files
 * outside of packages that tests read (docs, scripts, configuration), so each state of those has a cache of its own;
 * and it does not know which suites were selected, so each selection has one.
 */
export function successCacheFlags(suites: string): string[] {
  if (git('status', '--porcelain') !== '') return [];
  const others = git('ls-tree', 'HEAD')
    .split('\n')
    .filter(
      line =>
        !/\t(packages|plugins|konnector|crossplane|yarn\.lock)$/.test(line),
    )
    .join('\n');
  const state = createHash('sha256').update(others).digest('hex').slice(0, 16);
  return [
    '--success-cache',
    '--success-cache-dir',
    join(root, 'node_modules/.cache/klutch-tests', state, suites),
  ];
}
