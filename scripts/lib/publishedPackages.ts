// The packages that other people install.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root';
import { workspaces } from './workspaces';

/** Folders of the packages that are not private, relative to the repository. */
export const publishedPackages = (): string[] =>
  workspaces().filter(folder => {
    const manifest: { private?: boolean } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    return !manifest.private;
  });
