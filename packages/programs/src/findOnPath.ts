/** Finds programs that the system has, also in folders that are not on the path. */
import { delimiter, dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { glob } from 'tinyglobby';
import { findInFolders, type FoundPrograms } from './foundPrograms';

/** Which programs to find, and where. */
export interface PathRequest<Name extends string> {
  /** Programs that belong together: all are found in one folder, or in `bin` and `sbin` beside each other, or none. */
  programs: readonly Name[];
  /**
   * Absolute folders of programs to search after those of `PATH`. `*` stands for a part of a name; the highest version
   * comes first.
   */
  folders?: readonly string[];
  /** Formulas of Homebrew, whose folders are not on the path when they are keg-only; with `*` as in `folders`. */
  formulas?: readonly string[];
  /** Decides by the version that a program reports for `--version`, such as `15.18`. Default: any version. */
  accepts?: (version: string) => boolean;
  /** The programs whose version matters. Default: all of `programs`. */
  versionOf?: readonly Name[];
  /** Default: that of this process. */
  env?: NodeJS.ProcessEnv;
}

/** The first suitable programs, if any, and what was not suitable, for a message. */
export interface PathResult<Name extends string> {
  found?: FoundPrograms<Name>;
  rejected: string[];
}

const HOMEBREW_PREFIXES = [
  '/opt/homebrew',
  '/usr/local',
  '/home/linuxbrew/.linuxbrew',
];

async function expand(pattern: string): Promise<string[]> {
  if (!pattern.includes('*')) return [pattern];
  const folders = await glob(pattern, {
    onlyDirectories: true,
    absolute: true,
  });
  return folders
    .map(folder => resolve(folder))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** The version in the output of `<program> --version`; `undefined` when the program does not run or reports none. */
async function versionOf(program: string): Promise<string | undefined> {
  const { stdout, stderr } = await execa(program, ['--version'], {
    reject: false,
    timeout: 30_000,
  });
  // Some programs name themselves with their path.
  const output = (stdout + stderr).replaceAll(program, '');
  return /\d+(\.\d+)*/.exec(output)?.[0];
}

/** Why a version is not accepted; `undefined` when all are. */
async function rejectionOf(
  programs: string[],
  accepts: (version: string) => boolean,
): Promise<string | undefined> {
  for (const program of programs) {
    const version = await versionOf(program);
    if (!version) return `${program} reports no version`;
    if (!accepts(version)) return `${program} is version ${version}`;
  }
  return undefined;
}

/** Finds programs in the folders of `PATH`, then in further folders, then in those of Homebrew. */
export async function findOnPath<Name extends string>({
  programs,
  folders = [],
  formulas = [],
  accepts,
  versionOf: versioned = programs,
  env = process.env,
}: PathRequest<Name>): Promise<PathResult<Name>> {
  const homebrew = env.HOMEBREW_PREFIX
    ? [env.HOMEBREW_PREFIX]
    : HOMEBREW_PREFIXES;
  const patterns = [
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    ...folders,
    ...homebrew.flatMap(prefix =>
      formulas.map(formula => join(prefix, 'opt', formula, 'bin')),
    ),
  ];
  const candidates = (await Promise.all(patterns.map(expand))).flat();
  const rejected = new Set<string>();
  for (const folder of new Set(candidates)) {
    const prefix = dirname(folder);
    // Debian's path has no sbin for users other than root.
    const found = await findInFolders(
      [folder, join(prefix, 'bin'), join(prefix, 'sbin')],
      programs,
    ).catch(() => undefined);
    if (!found) continue;
    const rejection =
      accepts &&
      (await rejectionOf(
        versioned.map(name => found[name]),
        accepts,
      ));
    if (!rejection)
      return {
        found: { programs: found, prefix, env },
        rejected: [...rejected],
      };
    rejected.add(rejection);
  }
  return { rejected: [...rejected] };
}
