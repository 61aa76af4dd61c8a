/** Measures the files of the server. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below the folder. Files come and go while they are listed. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    () => [],
  );
  let size = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) size += await folderSize(path);
    else size += (await stat(path).catch(() => ({ size: 0 }))).size;
  }
  return size;
}
