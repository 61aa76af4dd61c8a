/** Measures files that come and go while they are listed. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of a file; 0 when it is missing. */
export const fileSize = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Bytes of all files below a folder; 0 when it is missing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    () => [],
  );
  const sizes = await Promise.all(
    entries.map(entry => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? folderSize(path) : fileSize(path);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
