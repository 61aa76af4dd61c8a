/** Finds the programs of a server: by default those of the system, otherwise those of Debian packages in the cache. */
import { dirname, join } from 'node:path';
import { debianPrograms, findOnPath } from '@klutch/programs';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../errors';
import { reachableFolder } from './reachableFolder';
import { plainEnvironment, runProgram } from './runProgram';
import { ProgramSearch } from './ServiceEngine';

/** One server that the programs of an engine can be. */
export interface ProgramRequest<Name extends string> {
  /** In messages, with the version that is needed, such as `MariaDB 10.11`. */
  title: string;
  /** The server first: its version counts. */
  programs: readonly [Name, ...Name[]];
  /** Decides by the version that the server reports for `--version`, such as `10.11.19`. */
  accepts(version: string): boolean;
  /** Replaces `--version`: runs what the server needs as its user, and returns the server's version. */
  readVersion?(
    programs: Record<Name, string>,
    run: (program: string, args: string[]) => Promise<string>,
  ): Promise<string>;
  /** Absolute folders of the system that are not on the path; names can be glob patterns. */
  folders?: readonly string[];
  /** Formulas of Homebrew; can be glob patterns. */
  formulas: readonly string[];
  /** Debian packages whose files are used; empty where the release has none. */
  packages: readonly string[];
  /** Folders of programs under `/usr` of these packages, searched before `bin` and `sbin`; can be glob patterns. */
  packageFolders?: readonly string[];
}

/** Programs that the servers' user can run. */
export interface ServerPrograms<Name extends string = string> {
  /** Title in the request that the programs fulfil. */
  title: string;
  version: string;
  /** Absolute paths. */
  programs: Record<Name, string>;
  /** The folder that contains `bin`, `lib` and `share` of the programs. */
  prefix: string;
  /** What the programs need in addition to the usual environment. */
  env: Record<string, string>;
}

interface Candidate<Name extends string> {
  programs: Record<Name, string>;
  prefix: string;
  env: Record<string, string>;
  /** The folder to copy when the servers' user cannot access it. */
  root?: string;
}

/** Where to search. Throws an error with the reason why nothing was found. */
export type ProgramSource = <Name extends string>(
  request: ProgramRequest<Name>,
  search: ProgramSearch,
) => Promise<Candidate<Name>>;

/** The path, further folders, Homebrew. */
export async function ofSystem<Name extends string>(
  request: ProgramRequest<Name>,
): Promise<Candidate<Name>> {
  const { title, programs, accepts, readVersion, folders, formulas } = request;
  const { found, rejected } = await findOnPath({
    programs,
    accepts: readVersion ? undefined : accepts,
    versionOf: programs.slice(0, 1),
    folders,
    formulas,
  });
  if (found) return { ...found, env: {} };
  throw new Error([`${title} is not on the PATH`, ...rejected].join(', and '));
}

/** Debian packages, unpacked into the cache. */
export async function ofPackages<Name extends string>(
  { title, programs, packages, packageFolders }: ProgramRequest<Name>,
  { onProgress }: ProgramSearch,
): Promise<Candidate<Name>> {
  if (packages.length === 0) {
    throw new Error(`this system has no packages of ${title}`);
  }
  const { env, ...found } = await debianPrograms({
    packages,
    programs,
    folders: packageFolders,
    onProgress,
  });
  const { PATH = '', LD_LIBRARY_PATH = '' } = env;
  return {
    ...found,
    env: { PATH, LD_LIBRARY_PATH },
    root: dirname(found.prefix),
  };
}

/** A folder that contains `bin`; `fetchFolder` may download it. */
export const ofFolder =
  (
    fetchFolder: (search: Pick<ProgramSearch, 'onProgress'>) => Promise<string>,
  ): ProgramSource =>
  async <Name extends string>(
    request: ProgramRequest<Name>,
    { onProgress }: ProgramSearch,
  ) => {
    const prefix = await fetchFolder({ onProgress });
    const programs = Object.fromEntries(
      request.programs.map(name => [name, join(prefix, 'bin', name)]),
    ) as Record<Name, string>;
    return { programs, prefix, env: {}, root: prefix };
  };

/** Copies the programs where the servers' user can access them, and runs the server once as this user. */
async function checkCandidate<Name extends string>(
  request: ProgramRequest<Name>,
  candidate: Candidate<Name>,
  { runAs, folder }: ProgramSearch,
): Promise<ServerPrograms<Name>> {
  const { root } = candidate;
  const target =
    root && (await reachableFolder(runAs, root, { copies: folder }));
  const move = (path: string) =>
    root && target ? path.replaceAll(root, target) : path;
  const moveAll = <Key extends string>(paths: Record<Key, string>) =>
    Object.fromEntries(
      Object.entries<string>(paths).map(([key, path]) => [key, move(path)]),
    ) as Record<Key, string>;

  const programs = moveAll(candidate.programs);
  const env = moveAll(candidate.env);
  const run = async (program: string, args: string[]) => {
    const { exitCode, stdout, stderr } = await runProgram(program, args, {
      runAs,
      env: { ...plainEnvironment(), ...env },
    });
    if (exitCode !== 0)
      throw new Error(`${program} does not start: ${stderr.trim()}`);
    return stdout + stderr;
  };
  const { title, accepts } = request;
  const path = programs[request.programs[0]];
  const readVersion = async () => {
    // Some programs name themselves with their path.
    const output = (await run(path, ['--version'])).replaceAll(path, '');
    return /\d+(\.\d+)*/.exec(output)?.[0] ?? '';
  };
  const version = await (request.readVersion?.(programs, run) ?? readVersion());
  if (!accepts(version)) throw new Error(`${path} is version ${version}`);
  return { title, version, programs, prefix: move(candidate.prefix), env };
}

/**
 * The first suitable programs: of the first source in the order of the requests, then of the next source in the same
 * order. Throws ServiceError with what was tried and with `hint`, a sentence that says what to install.
 */
export async function findServerPrograms<Name extends string>(
  search: ProgramSearch,
  requests: readonly ProgramRequest<Name>[],
  hint: string,
  sources: readonly ProgramSource[] = [ofSystem, ofPackages],
): Promise<ServerPrograms<Name>> {
  const failures: string[] = [];
  for (const find of sources) {
    for (const request of requests) {
      try {
        return await checkCandidate(
          request,
          await find(request, search),
          search,
        );
      } catch (error) {
        failures.push(errorMessage(error));
      }
    }
  }
  const wanted = requests.map(({ title }) => title).join(' or ');
  throw new ServiceError(
    `This machine has no ${wanted}. ${hint} Tried: ${failures.join('; ')}.`,
    { retry: true },
  );
}
