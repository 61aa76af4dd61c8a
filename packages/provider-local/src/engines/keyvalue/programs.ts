/** Finds the server: Valkey, or Redis where only that is available. Both have the same protocol, settings and files. */
import { readFile } from 'node:fs/promises';
import { ProgramRequest, findServerPrograms } from '../../host/serverPrograms';
import { ProgramSearch } from '../../host/ServiceEngine';

export interface KeyvaluePrograms {
  /** Name of the server in messages. */
  title: string;
  /** Absolute path. */
  server: string;
  /** Absolute path of the program that checks files of backups. */
  checkFile: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

type Family = 'valkey' | 'redis';
type Name = `${Family}-server` | `${Family}-check-rdb`;

/** The first version with all settings that this provider writes. */
const leastMajorVersion = 7;

/** Releases whose packages have Redis, but not Valkey. */
const releasesWithoutValkey = ['bullseye', 'bookworm', 'focal', 'jammy'];

/** Whether the packages of the system have Valkey, by the text of its os-release file. Pure function. */
export function packagesHaveValkey(osRelease: string): boolean {
  const names = [...osRelease.matchAll(/^\w*_CODENAME="?(\w+)"?$/gm)];
  return !names.some(([, name = '']) => releasesWithoutValkey.includes(name));
}

const request = (
  title: string,
  family: Family,
  hasPackages: boolean,
): ProgramRequest<Name> => ({
  title,
  programs: [`${family}-server`, `${family}-check-rdb`],
  accepts: version => Number.parseInt(version, 10) >= leastMajorVersion,
  formulas: [family],
  packages: hasPackages ? [`${family}-server`, `${family}-tools`] : [],
});

/** Throws ServiceError with what was tried and what to install. */
export async function findPrograms(
  search: ProgramSearch,
): Promise<KeyvaluePrograms> {
  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const { title, programs, env } = await findServerPrograms(
    search,
    [
      request('Valkey', 'valkey', packagesHaveValkey(osRelease)),
      request('Redis', 'redis', true),
    ],
    `Install valkey-server or redis-server (Debian, Ubuntu), or valkey (others, Homebrew), version ${leastMajorVersion} or newer.`,
  );
  const family = title === 'Valkey' ? 'valkey' : 'redis';
  return {
    title,
    server: programs[`${family}-server`],
    checkFile: programs[`${family}-check-rdb`],
    env,
  };
}
