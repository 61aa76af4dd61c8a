// The packages that other people install.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root';
import { workspaces } from './workspaces';

export interface PublishedPackage {
  /** Relative to the repository. */
  folder: string;
  name: string;
}

/** Packages that are not private. */
export const publishedPackages = (): PublishedPackage[] =>
  workspaces().flatMap(folder => {
    const { name, private: isPrivate }: { name: string; private?: boolean } =
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return isPrivate ? [] : [{ folder, name }];
  });
