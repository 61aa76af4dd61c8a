/** Finds the programs of MariaDB. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { plainEnvironment } from '../../host/runProgram';
import { findServerPrograms } from '../../host/serverPrograms';
import { ProgramSearch } from '../../host/ServiceEngine';
import { serverSeries } from './plans';

export interface MariadbPrograms {
  /** Absolute paths. */
  mariadbd: string;
  client: string;
  dump: string;
  /** The folder that holds `bin`, `lib` and `share`. */
  basedir: string;
  /** The folder with the server's messages and the statements that create system tables. */
  share: string;
  /** In addition to the usual environment. */
  libraryPath: Record<string, string>;
  /** The whole environment of the programs. */
  env: NodeJS.ProcessEnv;
}

/** @throws ServiceError when the installation is not complete. */
async function findShare(prefix: string): Promise<string> {
  for (const folder of ['share/mysql', 'share/mariadb', 'share']) {
    const share = join(prefix, folder);
    const found = await stat(join(share, 'mysql_system_tables.sql')).catch(
      () => undefined,
    );
    if (found) return share;
  }
  throw new ServiceError(
    `MariaDB is not complete: there is no mysql_system_tables.sql in ${prefix}/share. Install mariadb-server.`,
    { retry: true },
  );
}

/** Throws ServiceError with what to install. */
export async function findPrograms(
  search: ProgramSearch,
): Promise<MariadbPrograms> {
  const { programs, prefix, env } = await findServerPrograms(
    search,
    [
      {
        title: `MariaDB ${serverSeries}`,
        programs: ['mariadbd', 'mariadb', 'mariadb-dump'],
        accepts: version => version.startsWith(`${serverSeries}.`),
        formulas: [`mariadb@${serverSeries}`],
        packages: [
          'mariadb-server-core',
          'mariadb-client-core',
          'mariadb-client',
        ],
      },
    ],
    `Install the packages mariadb-server and mariadb-client of version ${serverSeries}, or mariadb@${serverSeries} with Homebrew.`,
  );
  return {
    mariadbd: programs.mariadbd,
    client: programs.mariadb,
    dump: programs['mariadb-dump'],
    basedir: prefix,
    share: await findShare(prefix),
    libraryPath: env,
    env: { ...plainEnvironment(), ...env },
  };
}
