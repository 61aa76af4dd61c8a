/** The data directory of a server: creation, configuration files, certificates. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../../errors';
import { plainEnvironment, runProgram } from '../../../host/runProgram';
import { chownTo, writeServerFile } from '../../../host/serverFiles';
import { InstanceContext } from '../../../host/ServiceEngine';
import { adminRole } from './admin';
import { PostgresqlPrograms } from './programs';
import { Settings, renderSettings } from './settings';

const settingsFile = 'klutch.conf';

/** The part of an instance's context that the functions of this file need. */
type Directory = Pick<
  InstanceContext<unknown, PostgresqlPrograms>,
  'folder' | 'dataDir' | 'programs' | 'runAs'
>;

const write = ({ runAs, dataDir }: Directory, name: string, text: string) =>
  writeServerFile(runAs, join(dataDir, name), text);

const lastLines = (text: string) =>
  text.trim().split('\n').slice(-3).join(' ').slice(0, 400);

/** Runs initdb in the empty data directory. */
export async function createDataDirectory(
  directory: Directory,
  options: { adminPassword: string; dataChecksums: boolean },
): Promise<void> {
  const { folder, dataDir, programs, runAs } = directory;
  const passwordFile = join(folder, 'initial-password');
  await writeFile(passwordFile, `${options.adminPassword}\n`, { mode: 0o600 });
  await chownTo(passwordFile, runAs);
  try {
    const { exitCode, stderr } = await runProgram(
      programs.initdb,
      [
        `--pgdata=${dataDir}`,
        `--username=${adminRole}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        // glibc's C locale with UTF-8 character types; other systems have no common name for this locale.
        ...(process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : []),
        // The first checkpoint writes the files to disk anyway; after a crash before that, initdb is repeated.
        '--no-sync',
        ...(options.dataChecksums ? ['--data-checksums'] : []),
      ],
      { runAs, env: { ...plainEnvironment(), ...programs.env } },
    );
    if (exitCode !== 0) {
      throw new ServiceError(
        `The data directory could not be created: ${lastLines(stderr)} Check the disk space and permissions of ${folder}.`,
        { retry: true },
      );
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  write(directory, 'postgresql.conf', `include '${settingsFile}'\n`);
}

/** Writes the settings for the next start or reload. */
export function writeSettings(directory: Directory, settings: Settings): void {
  write(directory, settingsFile, renderSettings(settings));
}

/** Writes the access rules (`pg_hba.conf`). */
export function writeAccessRules(directory: Directory, rules: string[]): void {
  write(directory, 'pg_hba.conf', [...rules, ''].join('\n'));
}

/** Writes certificate and key under PostgreSQL's default file names. */
export function writeCertificate(
  directory: Directory,
  issued: { certificate: string; privateKey: string },
): void {
  write(directory, 'server.crt', issued.certificate);
  write(directory, 'server.key', issued.privateKey);
}

/** The server's errors in the output of a failed check, as one message. Pure function. */
export function settingsErrors(output: string): string {
  const complaints = [
    ...output.matchAll(/^(?:.*?)(?:LOG|ERROR|HINT|FATAL):\s*(.+)$/gm),
  ]
    .map(match => match[1] ?? '')
    .filter(text => !/configuration file .* contains errors/.test(text));
  return complaints.join(' ');
}

/** Checks the settings with the server's own program. Throws its errors; the running server is unaffected. */
export async function checkSettings(
  directory: Directory,
  settings: Settings,
): Promise<void> {
  const { dataDir, programs, runAs } = directory;
  const candidate = 'candidate.conf';
  write(directory, candidate, renderSettings(settings));
  try {
    const { exitCode, stderr } = await runProgram(
      programs.postgres,
      [
        '-D',
        dataDir,
        '-c',
        `config_file=${join(dataDir, candidate)}`,
        '-C',
        'max_connections',
      ],
      { runAs, env: { ...plainEnvironment(), ...programs.env } },
    );
    if (exitCode !== 0) {
      throw new ServiceError(
        `PostgreSQL rejects these parameters: ${settingsErrors(stderr)} Nothing was changed; correct them.`,
        { retry: false },
      );
    }
  } finally {
    await rm(join(dataDir, candidate), { force: true });
  }
}
