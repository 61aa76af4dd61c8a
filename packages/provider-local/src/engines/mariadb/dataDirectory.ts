/** Creates the data directory of a server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { runProgram } from '../../host/runProgram';
import { InstanceContext } from '../../host/ServiceEngine';
import { createAdmin } from './accounts';
import { adminUser } from './client';
import { MariadbPrograms } from './programs';

/** As mariadb-install-db does, which is a script that other folders than its own break. */
const systemTables = [
  'mysql_system_tables.sql',
  'mysql_performance_tables.sql',
  'mysql_system_tables_data.sql',
  'maria_add_gis_sp_bootstrap.sql',
  'mysql_sys_schema.sql',
];

/** The server's errors in its output, as one message; without statements. Pure function. */
export const serverErrors = (output: string): string =>
  output
    .split('\n')
    .filter(line => line.includes('[ERROR]'))
    .map(line => line.replace(/^.*\[ERROR\] /, ''))
    .filter(line => line !== 'Aborting')
    .slice(0, 3)
    .join('; ')
    .slice(0, 400);

/** Creates the system tables and the administrator, in an empty folder that belongs to the server's user. */
export async function createDataDirectory(
  context: Pick<
    InstanceContext<unknown, MariadbPrograms>,
    'adminPassword' | 'programs' | 'runAs'
  >,
  dataDir: string,
): Promise<void> {
  const { adminPassword, programs, runAs } = context;
  const scripts = await Promise.all(
    systemTables.map(name => readFile(join(programs.share, name), 'utf8')),
  );
  const { exitCode, stderr } = await runProgram(
    programs.mariadbd,
    [
      '--no-defaults',
      '--bootstrap',
      '--silent-startup',
      `--basedir=${programs.basedir}`,
      `--lc-messages-dir=${programs.share}`,
      `--datadir=${dataDir}`,
      '--log-warnings=0',
      '--enforce-storage-engine=',
      '--max-allowed-packet=8M',
      '--net-buffer-length=16K',
      '--innodb-buffer-pool-size=16M',
      '--innodb-log-file-size=16M',
      '--aria-log-file-size=8M',
      // The shutdown writes everything to disk; after a crash before that, the creation is repeated.
      '--innodb-flush-log-at-trx-commit=0',
    ],
    {
      runAs,
      env: programs.env,
      // Each statement is on lines of its own, as the bootstrap expects.
      input: [
        'CREATE DATABASE mysql;',
        'USE mysql;',
        'SET @auth_root_socket = NULL;',
        ...scripts,
        `DELETE FROM global_priv WHERE User = 'root';`,
        'DELETE FROM proxies_priv;',
        'FLUSH PRIVILEGES;',
        ...createAdmin(adminUser, adminPassword).map(line => `${line};`),
        '',
      ].join('\n'),
    },
  );
  if (exitCode !== 0) {
    throw new ServiceError(
      `The data directory could not be created: ${
        serverErrors(stderr) || `MariaDB ended with exit code ${exitCode}`
      }. Check the disk space and permissions of ${dataDir}.`,
      { retry: true },
    );
  }
}
