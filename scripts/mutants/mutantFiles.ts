// Reads the known defects: one YAML file each in `test/mutants/<package>/`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { NapiConfig } from '@ast-grep/napi';
import { parse } from 'yaml';
import { root } from '../lib/root';
import { workspaces } from '../lib/workspaces';

/** An edit of one node in one file. */
export interface Edit {
  /** Relative to the repository. */
  file: string;
  /** ast-grep rule of the node to replace; must match once in the file. */
  rule: NapiConfig['rule'];
  /** Replacement of the node; `$A` and `$$$A` are replaced by the captured code. */
  fix: string;
}

/** A defect, and the test that must detect the defect. */
export interface Mutant {
  /** `<folder in test/mutants>/<file name without .yml>`. */
  name: string;
  /** Folder of the package that has the test, relative to the repository. */
  package: string;
  /** Relative to the package. */
  testFile: string;
  /** Part of the test's full name. */
  testName: string;
  edits: Edit[];
}

interface MutantFile {
  /** Path of the test file relative to the repository, and a part of the test's full name. */
  test: { file: string; name: string };
  edits: Edit[];
}

const folder = join(root, 'test/mutants');

/** The folders of `test/mutants`. */
export const mutantFolders = (): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

function readMutant(group: string, file: string): Mutant {
  const name = `${group}/${basename(file, '.yml')}`;
  const { test, edits = [] }: Partial<MutantFile> = parse(
    readFileSync(join(folder, group, file), 'utf8'),
  );
  const owner = workspaces().find(workspace =>
    test?.file.startsWith(`${workspace}/`),
  );
  if (!owner || !test?.name || edits.length === 0) {
    throw new Error(
      `test/mutants/${name}.yml needs \`test\` with \`file\` and \`name\`, and \`edits\`; see test/mutants/README.md.`,
    );
  }
  return {
    name,
    package: owner,
    testFile: test.file.slice(owner.length + 1),
    testName: test.name,
    edits,
  };
}

/** The mutants of a folder, or the one named `folder/mutant`. Default: all. */
export const mutantsOf = (wanted?: string): Mutant[] =>
  mutantFolders()
    .flatMap(group =>
      readdirSync(join(folder, group))
        .filter(file => file.endsWith('.yml'))
        .sort()
        .map(file => readMutant(group, file)),
    )
    .filter(
      ({ name }) =>
        wanted === undefined ||
        wanted === name ||
        name.startsWith(`${wanted}/`),
    );
