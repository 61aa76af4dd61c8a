/** Writes the files of a data service to its folder. */
import type { Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { header, testsFolder, type DataServiceFile } from './files';

/** The entries of a folder; none when it does not exist. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function removeGenerated(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const file = join(folder, entry.name);
    if (!entry.isFile()) continue;
    if ((await readFile(file, 'utf8')).startsWith(header)) await rm(file);
  }
}

/**
 * Writes all files.
 *
 * @param options.update - replaces the generated files of an existing folder; other files stay
 * @throws Error when the folder has files and `update` is not set
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, DataServiceFile>,
  { update }: { update: boolean },
): Promise<void> {
  if (!update && (await entriesOf(folder)).length > 0) {
    throw new Error(
      `${folder} has files already, and nothing was written. Give another folder with --output, or --update to replace the generated files.`,
    );
  }
  // Tests of plans and parameters that no longer exist would fail.
  if (update) {
    for (const name of ['accepted', 'refused']) {
      await removeGenerated(join(folder, testsFolder, name));
    }
  }
  for (const [path, { content, executable }] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode: executable ? 0o755 : 0o644 });
  }
}
