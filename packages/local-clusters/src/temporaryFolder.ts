/** Temporary folders of clusters, and the removal of folders that crashed runs left behind. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFolderOwner, hasOwnerFile } from '@klutch/local-processes';

const PREFIX = 'klutch-cluster-';
const DAY_MS = 86_400_000;

/** A folder for one run. */
export interface TemporaryFolder {
  dir: string;
  remove(): Promise<void>;
  /** Removes everything except one folder: the logs, whose path is part of an error message. */
  removeAllExcept(kept: string): Promise<void>;
}

/** Creates a folder for one run, and removes those of crashed runs. */
export async function createTemporaryFolder(
  root = tmpdir(),
): Promise<TemporaryFolder> {
  await removeStaleFolders(root);
  const dir = await mkdtemp(join(root, PREFIX));
  return {
    dir,
    remove: () => rm(dir, { recursive: true, force: true }),
    async removeAllExcept(kept) {
      const entries = (await readdir(dir)).map(entry => join(dir, entry));
      for (const entry of entries.filter(path => path !== kept)) {
        await rm(entry, { recursive: true, force: true });
      }
    },
  };
}

/**
 * A crashed run leaves its folder, some 150 MB, with an owner that has exited; a failed start leaves logs, kept for a
 * day.
 */
async function removeStaleFolders(root: string): Promise<void> {
  const entries = await readdir(root);
  for (const entry of entries.filter(name => name.startsWith(PREFIX))) {
    const dir = join(root, entry);
    try {
      const old = Date.now() - (await stat(dir)).mtimeMs > DAY_MS;
      const crashed = hasOwnerFile(dir) && !(await findFolderOwner(dir));
      if (crashed || (old && !hasOwnerFile(dir)))
        await rm(dir, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, or another process removed it first.
    }
  }
}
