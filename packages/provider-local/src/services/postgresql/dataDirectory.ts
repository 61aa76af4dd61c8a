/** The data directory of a server: creation, configuration files, certificates. */
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@klutch/local-processes';
import { ServiceError } from '../../errors';
import { adminRole, maintenanceRole } from './admin';
import { ServerBinaries } from './binaries';
import { InstanceFiles } from './layout';
import { Plan } from './plans';
import { RunAs } from './runProgram';
import { plainEnvironment, runProgram } from './runProgram';
import { Settings, renderAccessRules, renderSettings } from './settings';
import { ServerCertificate } from './tls';

const settingsFile = 'klutch.conf';

/** The common arguments of the functions in this file. */
export interface DataDirectory {
  files: InstanceFiles;
  binaries: ServerBinaries;
  runAs: RunAs;
}

async function chownTo(path: string, { uid, gid }: RunAs) {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Writes a file readable by the server's user alone; after a crash either the old or the new file exists. */
function writeServerFile(directory: DataDirectory, name: string, text: string) {
  const { uid, gid } = directory.runAs;
  const owner =
    uid === undefined || gid === undefined ? undefined : { uid, gid };
  writeFileAtomic(join(directory.files.data, name), text, {
    mode: 0o600,
    chown: owner,
    fsync: false,
  });
}

const lastLines = (text: string) =>
  text.trim().split('\n').slice(-3).join(' ').slice(0, 400);

/** Runs initdb in a new folder. Removes the remains of an earlier, interrupted attempt. */
export async function createDataDirectory(
  directory: DataDirectory,
  options: { adminPassword: string; dataChecksums: boolean },
): Promise<void> {
  const { files, binaries, runAs } = directory;
  const passwordFile = join(files.folder, 'initial-password');
  await rm(files.data, { recursive: true, force: true });
  await mkdir(files.data, { mode: 0o700 });
  await chownTo(files.data, runAs);
  await writeFile(passwordFile, `${options.adminPassword}\n`, { mode: 0o600 });
  await chownTo(passwordFile, runAs);
  try {
    const { exitCode, stderr } = await runProgram(
      binaries.initdb,
      [
        `--pgdata=${files.data}`,
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
      { runAs, env: plainEnvironment() },
    );
    if (exitCode !== 0) {
      throw new ServiceError(
        `The data directory could not be created: ${lastLines(stderr)} Check the disk space and permissions of ${files.folder}.`,
        { retry: true },
      );
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  writeServerFile(directory, 'postgresql.conf', `include '${settingsFile}'\n`);
}

/** Writes the settings for the next start or reload. */
export function writeSettings(
  directory: DataDirectory,
  settings: Settings,
): void {
  writeServerFile(directory, settingsFile, renderSettings(settings));
}

/** Writes the access rules (`pg_hba.conf`). */
export function writeAccessRules(directory: DataDirectory, plan: Plan): void {
  writeServerFile(
    directory,
    'pg_hba.conf',
    renderAccessRules(plan, { admin: adminRole, maintenance: maintenanceRole }),
  );
}

/** Writes certificate and key under PostgreSQL's default file names. */
export function writeCertificate(
  directory: DataDirectory,
  issued: ServerCertificate,
): void {
  writeServerFile(directory, 'server.crt', issued.certificate);
  writeServerFile(directory, 'server.key', issued.privateKey);
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
  directory: DataDirectory,
  settings: Settings,
): Promise<void> {
  const { files, binaries, runAs } = directory;
  const candidate = 'candidate.conf';
  writeServerFile(directory, candidate, renderSettings(settings));
  try {
    const { exitCode, stderr } = await runProgram(
      binaries.postgres,
      [
        '-D',
        files.data,
        '-c',
        `config_file=${join(files.data, candidate)}`,
        '-C',
        'max_connections',
      ],
      { runAs, env: plainEnvironment() },
    );
    if (exitCode !== 0) {
      throw new ServiceError(
        `PostgreSQL rejects these parameters: ${settingsErrors(stderr)} Nothing was changed; correct them.`,
        { retry: false },
      );
    }
  } finally {
    await rm(join(files.data, candidate), { force: true });
  }
}
