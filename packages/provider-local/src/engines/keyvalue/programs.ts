/** Finds the server: Valkey, or Redis where only that is available. Both have the same protocol, settings and files. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  debianPrograms,
  findOnPath,
  type FoundPrograms,
} from '@klutch/programs';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../../errors';
import { reachableFolder } from '../../host/reachableFolder';
import {
  ProgramResult,
  RunAs,
  plainEnvironment,
  runProgram,
} from '../../host/runProgram';
import { ProgramSearch } from '../../host/ServiceEngine';

export interface KeyvaluePrograms {
  /** Name of the server in messages. */
  title: 'Valkey' | 'Redis';
  /** Absolute path. */
  server: string;
  /** Absolute path of the program that checks files of backups. */
  checkFile: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

type Family = 'valkey' | 'redis';
type Found = FoundPrograms<`${Family}-server` | `${Family}-check-rdb`>;

/** The first version with all settings that this provider writes. */
const leastMajorVersion = 7;

const programsOf = (family: Family) =>
  [`${family}-server`, `${family}-check-rdb`] as const;

/** Programs, and the folder to copy when the servers' user cannot access it. */
interface Candidate {
  found: Found;
  unpackedIn?: string;
}

async function onPath(family: Family): Promise<Candidate> {
  const { found } = await findOnPath({
    programs: programsOf(family),
    formulas: [family],
  });
  if (found) return { found };
  throw new Error(`${family}-server is not on the PATH`);
}

async function ofDebian(
  family: Family,
  { onProgress }: ProgramSearch,
): Promise<Candidate> {
  const found = await debianPrograms({
    packages: [`${family}-server`, `${family}-tools`],
    programs: programsOf(family),
    onProgress,
  });
  return { found, unpackedIn: dirname(found.prefix) };
}

/** Releases whose packages have Redis, but not Valkey. */
const releasesWithoutValkey = ['bullseye', 'bookworm', 'focal', 'jammy'];

/** Whether the packages of the system have Valkey, by the text of its os-release file. Pure function. */
export function packagesHaveValkey(osRelease: string): boolean {
  const names = [...osRelease.matchAll(/^\w*_CODENAME="?(\w+)"?$/gm)];
  return !names.some(([, name = '']) => releasesWithoutValkey.includes(name));
}

const run = (
  program: string,
  runAs: RunAs,
  env: Record<string, string>,
): Promise<ProgramResult> =>
  runProgram(program, ['--version'], {
    runAs,
    env: { ...plainEnvironment(), ...env },
  });

/** Programs that the servers' user can run. */
async function reachable(
  family: Family,
  { found: { programs, env }, unpackedIn }: Candidate,
  { runAs, folder }: ProgramSearch,
): Promise<KeyvaluePrograms> {
  const [serverName, checkName] = programsOf(family);
  const server = programs[serverName];
  const libraries: Record<string, string> = env.LD_LIBRARY_PATH
    ? { LD_LIBRARY_PATH: env.LD_LIBRARY_PATH }
    : {};
  const { stdout } = await run(server, {}, libraries);
  const version = /v=(\d+(\.\d+)*)/.exec(stdout)?.[1] ?? '0';
  if (Number.parseInt(version, 10) < leastMajorVersion) {
    throw new Error(`${server} is version ${version}`);
  }
  const target =
    unpackedIn &&
    (await reachableFolder(runAs, unpackedIn, {
      copies: folder,
      version: `${family}-${version}`,
    }));
  const moved = (path: string) =>
    unpackedIn && target ? path.replaceAll(unpackedIn, target) : path;
  const result: KeyvaluePrograms = {
    title: family === 'valkey' ? 'Valkey' : 'Redis',
    server: moved(server),
    checkFile: moved(programs[checkName]),
    env: Object.fromEntries(
      Object.entries(libraries).map(([name, value]) => [name, moved(value)]),
    ),
  };
  const { exitCode, stderr } = await run(result.server, runAs, result.env);
  if (exitCode === 0) return result;
  throw new Error(`${result.server} does not start: ${stderr.trim()}`);
}

/** Ways to find programs, the preferred one first; a later one is not tried when an earlier one works. */
async function* waysToFind(
  search: ProgramSearch,
): AsyncGenerator<[Family, () => Promise<Candidate>]> {
  yield ['valkey', () => onPath('valkey')];
  yield ['redis', () => onPath('redis')];
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const families: Family[] = packagesHaveValkey(osRelease)
    ? ['valkey', 'redis']
    : ['redis', 'valkey'];
  for (const family of families) {
    yield [family, () => ofDebian(family, search)];
  }
}

/** Throws ServiceError with what was tried and what to install. */
export async function findPrograms(
  search: ProgramSearch,
): Promise<KeyvaluePrograms> {
  const failures: string[] = [];
  for await (const [family, find] of waysToFind(search)) {
    try {
      return await reachable(family, await find(), search);
    } catch (error) {
      failures.push(errorMessage(error));
    }
  }
  throw new ServiceError(
    `This machine has no Valkey and no Redis of version ${leastMajorVersion} or newer. Install valkey-server or redis-server (Debian, Ubuntu), or valkey (others, Homebrew). Tried: ${failures.join('; ')}.`,
    { retry: true },
  );
}
