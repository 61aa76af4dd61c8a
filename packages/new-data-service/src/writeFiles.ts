/** Writes the files of a data service to its folder. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { testsFolder, type DataServiceFile } from './files';

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
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
  if (!update && !(await isEmpty(folder))) {
    throw new Error(
      `${folder} has files already, and nothing was written. Give another folder with --output, or --update to replace the generated files.`,
    );
  }
  // Tests of plans and parameters that no longer exist would fail.
  if (update) {
    for (const name of ['accepted', 'refused']) {
      const tests = join(folder, testsFolder, name);
      await rm(tests, { recursive: true, force: true });
    }
  }
  for (const [path, { content, executable }] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode: executable ? 0o755 : 0o644 });
  }
}
