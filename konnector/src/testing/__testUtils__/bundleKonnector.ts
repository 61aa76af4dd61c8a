import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the program into one file, as in its image: it starts about ten times as fast as from its sources.
 * @param folder - where to write the file.
 * @returns the file, for Node.js.
 */
export async function bundleKonnector(folder: string): Promise<string> {
  const file = join(folder, 'konnector.cjs');
  await build({
    entryPoints: [join(__dirname, '..', '..', 'main.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
  return file;
}
