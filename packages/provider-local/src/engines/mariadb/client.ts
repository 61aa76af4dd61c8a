/** Runs MariaDB's client programs on a server; passwords go through the environment, statements through the input. */
import { Readable } from 'node:stream';
import { ServiceError } from '../../errors';
import { ProgramResult, runProgram } from '../../host/runProgram';
import { MariadbPrograms } from './programs';

/** Users that exist on every server, for connections of this machine. */
export const adminUser = 'klutch_admin';
/** For dumps and restores: not the administrator, because these run statements written by users. */
export const maintenanceUser = 'klutch_maintenance';

/** How to reach a server as one of these users. Holds a credential. */
export interface Access {
  programs: MariadbPrograms;
  /** The server's port for administration. */
  port: number;
  user: string;
  password: string;
}

interface RunOptions {
  signal?: AbortSignal;
  input?: string | Readable;
}

function run(
  program: string,
  access: Access,
  args: string[],
  options: RunOptions,
): Promise<ProgramResult> {
  return runProgram(
    program,
    [
      '--no-defaults',
      '--protocol=tcp',
      '--host=127.0.0.1',
      `--port=${access.port}`,
      `--user=${access.user}`,
      '--ssl',
      '--skip-ssl-verify-server-cert',
      '--default-character-set=utf8mb4',
      '--max-allowed-packet=128M',
      ...args,
    ],
    {
      ...options,
      env: { ...access.programs.env, MYSQL_PWD: access.password },
    },
  );
}

/** The first error in the output of a program, without statements or rows. */
export function firstError(output: string): string {
  const refused = /Couldn't execute '.*': (.*) \(\d+\)$/m.exec(output)?.[1];
  const line = /^.*\b(?:error|ERROR):? (\d+.*)$/m.exec(output)?.[1] ?? '';
  return (refused ?? line)
    .replace(/^\d+(?: \([0-9A-Z]+\))?(?: at line \d+)?: /, '')
    .replace(/ near '.*$/, '')
    .slice(0, 300);
}

/** Errors of a server that is shutting down, starting or out of connections, and of the connection. */
export const isUnavailable = (output: string): boolean =>
  /\b(?:error|ERROR):? (?:2\d{3}|1040|1053|1927)\b/.test(output);

const reasonOf = ({ exitCode, stderr }: ProgramResult) =>
  firstError(stderr) || `the program ended with exit code ${exitCode}`;

const escapes: Record<string, string> = { t: '\t', n: '\n', 0: '\0' };

/** Undoes the escapes of the client's output in one field. */
const unescape = (field: string) =>
  field.replace(
    /\\([tn0\\])/g,
    (_, letter: string) => escapes[letter] ?? letter,
  );

/** Runs statements, and returns the rows of all results. Stops at the first error. */
export async function query(
  access: Access,
  statements: readonly string[],
): Promise<string[][]> {
  const result = await run(
    access.programs.client,
    access,
    [
      '--batch',
      '--skip-column-names',
      '--local-infile=0',
      '--connect-timeout=5',
    ],
    // Statements of the provider neither belong to the users' data nor into the binary log.
    { input: ['SET SESSION sql_log_bin = 0', ...statements, ''].join(';\n') },
  );
  if (result.exitCode === 0) {
    return result.stdout
      .split('\n')
      .filter(line => line !== '')
      .map(line => line.split('\t').map(unescape));
  }
  if (isUnavailable(result.stderr)) {
    throw new ServiceError(
      'The MariaDB server does not respond. The operation is retried.',
      { retry: true },
    );
  }
  throw new Error(`MariaDB refused a statement: ${reasonOf(result)}`);
}

/** Whether the server answers. */
export const responds = (access: Access): Promise<boolean> =>
  query(access, ['SELECT 1']).then(
    rows => rows.length === 1,
    () => false,
  );

async function finish(
  operation: string,
  signal: AbortSignal,
  result: Promise<ProgramResult>,
) {
  const ended = await result;
  signal.throwIfAborted();
  if (ended.exitCode !== 0) {
    throw new ServiceError(`${operation} failed: ${reasonOf(ended)}.`, {
      retry: false,
    });
  }
}

/** Dumps one database into an existing file. */
export const dumpDatabase = (
  access: Access,
  options: { database: string; file: string; signal: AbortSignal },
): Promise<void> =>
  finish(
    'The backup',
    options.signal,
    run(
      access.programs.dump,
      access,
      [
        '--single-transaction',
        '--quick',
        '--routines',
        '--events',
        '--triggers',
        '--hex-blob',
        `--result-file=${options.file}`,
        options.database,
      ],
      { signal: options.signal },
    ),
  );

/** Runs the statements of a dump in a database. */
export const fillDatabase = (
  access: Access,
  options: { database: string; dump: Readable; signal: AbortSignal },
): Promise<void> =>
  finish(
    'The restore',
    options.signal,
    run(
      access.programs.client,
      access,
      // The sandbox refuses commands of the client that run programs or read files.
      ['--batch', '--sandbox', '--local-infile=0', options.database],
      { signal: options.signal, input: options.dump },
    ),
  );
