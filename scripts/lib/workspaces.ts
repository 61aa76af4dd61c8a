// The packages of this repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root';

function expand(pattern: string): string[] {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(join(root, parent)).map(name => `${parent}/${name}`);
}

/** Folders with a `src`, relative to the repository. */
export function workspaces(): string[] {
  const manifest: { workspaces: string[] } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return manifest.workspaces
    .flatMap(expand)
    .filter(folder => existsSync(join(root, folder, 'src')))
    .sort();
}
