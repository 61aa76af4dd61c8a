/** Adapts the scripts of unpacked packages to their folder. */
import { existsSync } from 'node:fs';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';

const SCRIPT_START = Buffer.from('#!');

/**
 * Replaces absolute paths in a script by those in `target`, for files that `exists` there. The first line stays: the
 * system has the interpreters.
 */
export function relocateScript(
  script: string,
  target: string,
  exists: (path: string) => boolean,
): string {
  const [interpreter = '', ...lines] = script.split('\n');
  const relocated = lines
    .join('\n')
    .replace(
      /(?<![\w./}-])\/(?:usr|etc|lib|sbin|bin)\/[\w.+-][\w./+-]*/g,
      path => (exists(path) ? join(target, path) : path),
    );
  return [interpreter, relocated].join('\n');
}

/**
 * Relocates all scripts among the programs in `root`, a folder that will be moved to `target`: `erl`, for example, is a
 * script with the path of Erlang's installation.
 */
export async function relocateScripts(
  root: string,
  target: string,
): Promise<void> {
  const files = await glob('**/{bin,sbin}/*', {
    cwd: root,
    absolute: true,
    followSymbolicLinks: false,
  });
  for (const file of files) {
    // Links may lead to packages that only the system has.
    if (!(await lstat(file)).isFile()) continue;
    const content = await readFile(file);
    if (!content.subarray(0, SCRIPT_START.length).equals(SCRIPT_START))
      continue;
    const script = content.toString();
    const relocated = relocateScript(script, target, path =>
      existsSync(join(root, path)),
    );
    if (relocated !== script) await writeFile(file, relocated);
  }
}
