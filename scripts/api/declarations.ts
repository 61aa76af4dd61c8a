// The declaration files that reports are made from.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root } from '../lib/root';

/**
 * Emits the declarations of some packages, without their tests, into a folder of their own. `tsc` of the whole
 * repository emits them too, but incrementally: what it infers may then differ in order from a fresh clone.
 * Types are not checked here.
 * @throws Error with the compiler's words
 */
export function emitDeclarations(packages: string[], folder: string): void {
  const config = join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      include: packages.map(name => join(root, name, 'src')),
      exclude: [
        '**/node_modules',
        '**/*.test.ts',
        '**/src/testing',
        '**/__testUtils__',
      ],
      compilerOptions: {
        outDir: folder,
        rootDir: root,
        incremental: false,
        // Checking is the work of the step before, and of another second or three.
        noCheck: true,
      },
    }),
  );
  const { status, stdout } = spawnSync(
    bin('tsc'),
    ['--project', config, '--pretty', 'false'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) {
    throw new Error(`The declarations cannot be made:\n${stdout}`);
  }
}
