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
import { plainEnvironment, runProgram } from '../../host/runProgram';
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
type Search = Pick<ProgramSearch, 'onProgress'>;
type Found = FoundPrograms<`${Family}-server` | `${Family}-check-rdb`>;

/** The first version with all settings that this provider writes. */
const leastMajorVersion = 7;

const programsOf = (family: Family) =>
  [`${family}-server`, `${family}-check-rdb`] as const;

async function onPath(family: Family): Promise<Found> {
  const { found, rejected } = await findOnPath({
    programs: programsOf(family),
    formulas: [family],
    accepts: version => Number.parseInt(version, 10) >= leastMajorVersion,
  });
  if (found) return found;
  throw new Error(
    [`${family}-server is not on the PATH`, ...rejected].join('; '),
  );
}

const ofDebian = (family: Family, { onProgress }: Search): Promise<Found> =>
  debianPrograms({
    packages: [`${family}-server`, `${family}-tools`],
    programs: programsOf(family),
    onProgress,
  });

/** Releases whose packages have Redis, but not Valkey. */
const releasesWithoutValkey = ['bullseye', 'bookworm', 'focal', 'jammy'];

/** Whether the packages of the system have Valkey, by the text of its os-release file. Pure function. */
export function packagesHaveValkey(osRelease: string): boolean {
  const names = [...osRelease.matchAll(/^\w*_CODENAME="?(\w+)"?$/gm)];
  return !names.some(([, name = '']) => releasesWithoutValkey.includes(name));
}

/** Programs that the servers' user can run: those of a cache in a home folder are copied. */
async function reachable(
  family: Family,
  { programs, prefix, env }: Found,
  { runAs, folder }: ProgramSearch,
): Promise<KeyvaluePrograms> {
  const [serverName, checkName] = programsOf(family);
  const server = programs[serverName];
  const libraries = env.LD_LIBRARY_PATH
    ? { LD_LIBRARY_PATH: env.LD_LIBRARY_PATH }
    : {};
  const runs = (as: typeof runAs, program: string, variables: object) =>
    runProgram(program, ['--version'], {
      runAs: as,
      env: { ...plainEnvironment(), ...variables },
    });
  const { stdout } = await runs({}, server, libraries);
  const version = /\d+(\.\d+)*/.exec(stdout)?.[0] ?? 'unknown';
  const root = dirname(prefix);
  // Programs of the system are in folders that every user can access.
  const target =
    root === '/'
      ? root
      : await reachableFolder(runAs, root, {
          copies: folder,
          version: `${family}-${version}`,
        });
  const moved = (path: string) =>
    target === root ? path : path.replaceAll(root, target);
  const found: KeyvaluePrograms = {
    title: family === 'valkey' ? 'Valkey' : 'Redis',
    server: moved(server),
    checkFile: moved(programs[checkName]),
    env: Object.fromEntries(
      Object.entries(libraries).map(([name, value]) => [name, moved(value)]),
    ),
  };
  const { exitCode, stderr } = await runs(runAs, found.server, found.env);
  if (exitCode === 0) return found;
  throw new Error(`${found.server} does not start: ${stderr.trim()}`);
}

/** Ways to find programs, the preferred one first; a later one is not tried when an earlier one works. */
async function* waysToFind(
  search: ProgramSearch,
): AsyncGenerator<[Family, () => Promise<Found>]> {
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
