/** Finds the programs: FerretDB, built with Go, and those of PostgreSQL. */
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '@klutch/kube';
import { resolveFerretDb } from '@klutch/programs';
import { ServiceError } from '../../errors';
import { reachableFolder } from '../../host/reachableFolder';
import { plainEnvironment, runProgram } from '../../host/runProgram';
import { ProgramSearch } from '../../host/ServiceEngine';
import {
  PostgresqlPrograms,
  findPrograms as findPostgresql,
} from '../postgresql/server/programs';

export interface MongodbPrograms extends PostgresqlPrograms {
  /** Absolute path. */
  ferretdb: string;
  /** Such as `1.24.2`. */
  ferretdbVersion: string;
}

async function findFerretDb({
  runAs,
  folder,
  onProgress,
}: ProgramSearch): Promise<
  Pick<MongodbPrograms, 'ferretdb' | 'ferretdbVersion'>
> {
  const found = await resolveFerretDb({ onProgress });
  const platform = dirname(found);
  const reachable = await reachableFolder(runAs, platform, {
    copies: folder,
    version: basename(dirname(platform)),
  });
  const ferretdb = join(reachable, basename(found));
  const { exitCode, stdout, stderr } = await runProgram(
    ferretdb,
    ['--version'],
    { runAs, env: plainEnvironment() },
  );
  const ferretdbVersion = /^version: v?(\S+)/.exec(stdout)?.[1];
  if (exitCode !== 0 || !ferretdbVersion) {
    throw new Error(`${ferretdb} does not start: ${stderr.trim()}`);
  }
  return { ferretdb, ferretdbVersion };
}

/** Throws ServiceError with what to install. */
export async function findPrograms(
  search: ProgramSearch,
): Promise<MongodbPrograms> {
  const postgresql = await findPostgresql(search);
  try {
    return { ...postgresql, ...(await findFerretDb(search)) };
  } catch (error) {
    const reason = errorMessage(error).replace(/\s*\n\s*/g, ' ');
    throw new ServiceError(`This machine has no FerretDB. ${reason}`, {
      retry: true,
      cause: error,
    });
  }
}
