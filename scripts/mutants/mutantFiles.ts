// Defects kept beside the packages they belong to, as patches.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../lib/root';
import { workspaces } from '../lib/workspaces';

/** A defect and the test that must notice it. */
export interface Mutant {
  /** `<package folder>/<file name without .patch>`. */
  name: string;
  /** Folder of the package whose test it is, relative to the repository. */
  folder: string;
  /** The patch, with paths relative to the repository. */
  patch: string;
  /** Pattern of the test file. */
  testFile: string;
  /** Part of the test's full name. */
  testName: string;
}

const mutantFolder = (folder: string) => join(root, folder, 'mutants');

/** Folders, relative to the repository. */
export const packagesWithMutants = (): string[] =>
  workspaces().filter(folder => existsSync(mutantFolder(folder)));

function readMutant(folder: string, file: string): Mutant {
  const patch = join(mutantFolder(folder), file);
  const [line = ''] = readFileSync(patch, 'utf8').split('\n');
  const [testFile, testName] = line.split(' › ');
  if (!testFile || !testName) {
    throw new Error(
      `The first line of ${patch} must name its test: <test file> › <name of the test>`,
    );
  }
  return {
    name: `${folder}/${basename(file, '.patch')}`,
    folder,
    patch,
    testFile,
    testName: testName.trim(),
  };
}

/** The mutants of a package, or the one that is named `package/mutant`; default: all there are. */
export function mutantsOf(wanted?: string): Mutant[] {
  return packagesWithMutants()
    .flatMap(folder =>
      readdirSync(mutantFolder(folder))
        .filter(file => file.endsWith('.patch'))
        .sort()
        .map(file => readMutant(folder, file)),
    )
    .filter(
      ({ name, folder }) =>
        wanted === undefined || wanted === name || wanted === folder,
    );
}
