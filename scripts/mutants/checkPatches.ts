// Whether the defects of `mutants/` can still be put in: quick, where running their tests is not.
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { Counts, countOf } from '../lib/counts';
import { root } from '../lib/root';
import { say } from '../lib/run';
import { mutantsOf } from './mutantFiles';

/** Changes nothing. */
export async function checkPatches(): Promise<Counts> {
  say('mutants apply');
  const stale = mutantsOf().filter(
    ({ patch }) =>
      spawnSync('git', ['apply', '--check', patch], { cwd: root }).status !== 0,
  );
  for (const { patch } of stale) {
    process.stdout.write(
      `${relative(root, patch)} does not apply any more. Bring it up to date, and see by \`npm run mutants\` that its test notices it.\n`,
    );
  }
  return countOf(stale.length === 0);
}
