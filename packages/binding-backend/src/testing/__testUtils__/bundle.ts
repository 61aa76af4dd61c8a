/** The program as in its image: one file, built by the package's own script. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scripts } from '../../../package.json';

const packageFolder = join(__dirname, '..', '..', '..');
const bin = join(packageFolder, '..', '..', 'node_modules', '.bin');

/** Builds the program in a folder; returns its path. */
export const bundleProgram = async (folder: string): Promise<string> => {
  const outfile = join(folder, 'binding-backend.cjs');
  const [program = '', ...args] = scripts.bundle
    .replace(/--outfile=\S+/, `--outfile=${outfile}`)
    .split(' ');
  await promisify(execFile)(join(bin, program), args, { cwd: packageFolder });
  return outfile;
};
