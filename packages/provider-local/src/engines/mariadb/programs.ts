/** Finds the programs of MariaDB: those of Debian's packages, otherwise those of the system. */
import { stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { debianPrograms, findOnPath } from '@klutch/programs';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../../errors';
import { reachableFolder } from '../../host/reachableFolder';
import { plainEnvironment, runProgram } from '../../host/runProgram';
import { ProgramSearch } from '../../host/ServiceEngine';
import { serverSeries } from './plans';

/** Absolute paths. */
export interface ServerPrograms {
  mariadbd: string;
  client: string;
  dump: string;
  /** The folder that holds `bin`, `lib` and `share`. */
  basedir: string;
  /** The folder with the server's messages and the statements that create system tables. */
  share: string;
  /** Where the programs find their libraries, when not where the system does. */
  libraryPath: Record<string, string>;
  /** The whole environment of the programs. */
  env: NodeJS.ProcessEnv;
}

const names = ['mariadbd', 'mariadb', 'mariadb-dump'] as const;

/** The version in the output of `mariadbd --version`, such as `10.11.19`. */
export const parseVersion = (output: string): string | undefined =>
  /\bVer (\d+\.\d+\.\d+)/.exec(output)?.[1];

const isInSeries = (version: string) => version.startsWith(`${serverSeries}.`);

async function findShare(prefix: string): Promise<string> {
  for (const folder of ['share/mysql', 'share/mariadb', 'share']) {
    const share = join(prefix, folder);
    const found = await stat(join(share, 'mysql_system_tables.sql')).catch(
      () => undefined,
    );
    if (found) return share;
  }
  throw new Error(`there is no mysql_system_tables.sql in ${prefix}/share`);
}

async function fromDebian({
  runAs,
  folder,
  onProgress,
}: ProgramSearch): Promise<ServerPrograms> {
  const { programs, prefix, env } = await debianPrograms({
    packages: ['mariadb-server-core', 'mariadb-client-core', 'mariadb-client'],
    programs: names,
    onProgress,
  });
  const { LD_LIBRARY_PATH } = env;
  const { stdout } = await runProgram(programs.mariadbd, ['--version'], {
    env: { ...plainEnvironment(), LD_LIBRARY_PATH },
  });
  const version = parseVersion(stdout);
  if (!version || !isInSeries(version)) {
    throw new Error(`the packages have version ${version}`);
  }
  const root = dirname(prefix);
  const reachable = await reachableFolder(runAs, root, {
    copies: folder,
    version,
  });
  const move = (path: string) => path.replaceAll(root, reachable);
  const libraryPath = { LD_LIBRARY_PATH: move(LD_LIBRARY_PATH ?? '') };
  return {
    mariadbd: move(programs.mariadbd),
    client: move(programs.mariadb),
    dump: move(programs['mariadb-dump']),
    basedir: move(prefix),
    share: move(await findShare(prefix)),
    libraryPath,
    env: { ...plainEnvironment(), ...libraryPath },
  };
}

/** Programs that are installed; the reasons against those of other versions otherwise. */
async function fromSystem(): Promise<ServerPrograms | string[]> {
  const formulas = [`mariadb@${serverSeries}`];
  // The clients report a version of their own before that of MariaDB, so that only the server's can be checked.
  const server = await findOnPath({
    programs: ['mariadbd'],
    formulas,
    accepts: isInSeries,
  });
  if (!server.found) return server.rejected;
  const { prefix, programs } = server.found;
  const PATH = [join(prefix, 'bin'), process.env.PATH].join(delimiter);
  const clients = await findOnPath({
    programs: ['mariadb', 'mariadb-dump'],
    formulas,
    env: { ...process.env, PATH },
  });
  if (!clients.found) {
    return [`${programs.mariadbd} has no mariadb and mariadb-dump`];
  }
  return {
    mariadbd: programs.mariadbd,
    client: clients.found.programs.mariadb,
    dump: clients.found.programs['mariadb-dump'],
    basedir: prefix,
    share: await findShare(prefix),
    libraryPath: {},
    env: plainEnvironment(),
  };
}

/**
 * The programs of the server, executable by `runAs`. Tried in order: Debian's packages, the system. Throws ServiceError
 * with what to install.
 */
export async function findServerPrograms(
  search: ProgramSearch,
  findDebian = fromDebian,
  findSystem = fromSystem,
): Promise<ServerPrograms> {
  const tried: string[] = [];
  try {
    return await findDebian(search);
  } catch (error) {
    tried.push(errorMessage(error));
  }
  try {
    const found = await findSystem();
    if (!Array.isArray(found)) return found;
    tried.push(...found);
  } catch (error) {
    tried.push(errorMessage(error));
  }
  throw new ServiceError(
    `No MariaDB ${serverSeries} was found on this machine (${tried.join('; ')}). Install the packages mariadb-server and mariadb-client of version ${serverSeries}, or mariadb@${serverSeries} with Homebrew.`,
    { retry: true },
  );
}
