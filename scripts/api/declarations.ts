// Emits the declaration files from which the API reports are generated.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root';

/**
 * Emits the declarations of some packages, without their tests, into a separate folder. `tsc` of the whole repository
 * emits declarations, too, but incrementally: the order in inferred types may then differ from that in a fresh clone.
 * Does not check types.
 * @throws Error with the compiler's messages
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
        '**/*.test.tsx',
        '**/src/testing',
        '**/__testUtils__',
      ],
      compilerOptions: {
        outDir: folder,
        rootDir: root,
        incremental: false,
        // The step `types` checks types; another check would take one to three seconds.
        noCheck: true,
      },
    }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript-native/bin/tsc'),
      '--project',
      config,
      // Each checker checks what all need anew: several take twice the processor time.
      '--checkers',
      '1',
      '--pretty',
      'false',
    ],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) {
    throw new Error(`The declarations cannot be emitted:\n${stdout}`);
  }
}
