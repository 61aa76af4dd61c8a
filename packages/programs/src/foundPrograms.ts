/** Where programs were found, and how they are started there. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Programs of one place, ready to be started. */
export interface FoundPrograms<Name extends string = string> {
  /** Absolute paths. */
  programs: Record<Name, string>;
  /** The folder that contains `bin`, `lib` and `share` of the programs, for programs that need its path as an argument. */
  prefix: string;
  /** The whole environment of the programs. */
  env: NodeJS.ProcessEnv;
}

const isExecutable = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Finds each program in the first folder that has it. @throws Error that names a missing one. */
export async function findInFolders<Name extends string>(
  folders: readonly string[],
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const programs: Partial<Record<Name, string>> = {};
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      if (!programs[name] && (await isExecutable(file))) programs[name] = file;
    }
    if (!programs[name])
      throw new Error(`there is no program ${name} in ${folders.join(', ')}`);
  }
  return programs as Record<Name, string>;
}
