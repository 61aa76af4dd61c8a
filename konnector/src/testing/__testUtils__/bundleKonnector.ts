import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Bundles the program into one file, as in its image: it starts about ten times as fast as from its sources.
 * @param folder - where to write the file.
 * @returns the file, for Node.js.
 */
export async function bundleKonnector(folder: string): Promise<string> {
  const file = join(folder, 'konnector.cjs');
  await promisify(execFile)(process.execPath, ['bundle.mts', file], {
    cwd: join(__dirname, '..', '..', '..'),
  });
  return file;
}
