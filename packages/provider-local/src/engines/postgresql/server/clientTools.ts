/** Runs pg_dump and pg_restore on one database. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ServiceError } from '../../../errors';
import { countBytes } from '../../../host/progress';
import { plainEnvironment, runProgram } from '../../../host/runProgram';
import { AdminAccess, maintenanceRole } from './admin';
import { BackupTools } from './programs';

/** The database and the user to connect as. Holds a credential. */
export interface ToolTarget {
  access: AdminAccess;
  database: string;
  signal: AbortSignal;
}

/** The first error in the output of a tool: the line with the cause, without statements or rows. */
export function firstError(output: string): string {
  const line = output.split('\n').find(text => /error:/i.test(text)) ?? '';
  return line.replace(/^.*?error:\s*/i, '').slice(0, 300);
}

interface ToolRun extends ToolTarget, Pick<BackupTools, 'env'> {
  input?: Readable;
}

async function run(
  program: string,
  args: string[],
  { env, access, database, signal, input }: ToolRun,
  operation: string,
) {
  const connection = [
    '--host=127.0.0.1',
    `--port=${access.port}`,
    `--username=${maintenanceRole}`,
    '--no-password',
  ];
  const { exitCode, stderr } = await runProgram(
    program,
    [...connection, `--dbname=${database}`, ...args],
    {
      signal,
      input,
      env: {
        ...plainEnvironment(),
        ...env,
        PGPASSWORD: access.password,
        PGOPTIONS:
          '-c default_transaction_read_only=off -c statement_timeout=0',
      },
    },
  );
  signal.throwIfAborted();
  if (exitCode !== 0) {
    const reason =
      firstError(stderr) || `the program ended with exit code ${exitCode}`;
    throw new ServiceError(`${operation} failed: ${reason}`, { retry: false });
  }
}

/**
 * Dumps the database, without `excludedSchemas`, to `file`, in pg_dump's custom format, readable only by the user of
 * this process.
 */
export async function dumpDatabase(
  tools: BackupTools,
  target: ToolTarget,
  file: string,
  excludedSchemas: string[] = [],
): Promise<void> {
  await writeFile(file, '', { mode: 0o600 });
  const excluded = excludedSchemas.map(name => `--exclude-schema=${name}`);
  await run(
    tools.pgDump,
    ['--format=custom', `--file=${file}`, ...excluded],
    { ...target, env: tools.env },
    'The backup',
  );
}

interface Filling {
  file: string;
  owner: string;
  /** Takes the number of bytes read since the last call. */
  onProgress?(bytes: number): void;
}

/**
 * Restores `file` into an empty database. All objects become owned by `owner`: the roles at the time of the backup
 * may have been deleted, and all current roles act as the owner.
 */
export function fillDatabase(
  tools: BackupTools,
  target: ToolTarget,
  { file, owner, onProgress }: Filling,
): Promise<void> {
  return run(
    tools.pgRestore,
    ['--exit-on-error', '--no-owner', '--no-acl', `--role=${owner}`],
    {
      ...target,
      env: tools.env,
      input: countBytes(createReadStream(file), onProgress),
    },
    'The restore',
  );
}
