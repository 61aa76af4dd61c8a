/** The data directory of a server: creation, configuration files, certificates. */
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { adminRole, maintenanceRole } from './admin';
import { ServerBinaries } from './binaries';
import { InstanceFiles } from './layout';
import { Plan } from './plans';
import { RunAs } from './runAs';
import { plainEnvironment, runProgram } from './runProgram';
import { Settings, renderAccessRules, renderSettings } from './settings';
import { ServerCertificate } from './tls';

const settingsFile = 'klutch.conf';

/** What all functions here need to know. */
export interface DataDirectory {
  files: InstanceFiles;
  binaries: ServerBinaries;
  runAs: RunAs;
}

async function chownTo(path: string, { uid, gid }: RunAs) {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Writes a file of the server, which alone can read it; a crash leaves the old or the new one. */
async function writeServerFile(
  directory: DataDirectory,
  name: string,
  text: string,
) {
  const path = join(directory.files.data, name);
  await writeFile(`${path}.unfinished`, text, { mode: 0o600 });
  await chownTo(`${path}.unfinished`, directory.runAs);
  await rename(`${path}.unfinished`, path);
}

const lastLines = (text: string) =>
  text.trim().split('\n').slice(-3).join(' ').slice(0, 400);

/** Runs initdb into a fresh folder. What an earlier, interrupted attempt left is removed. */
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
        // glibc's C locale for letters beyond ASCII; other systems have no common name for it.
        ...(process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : []),
        // The first checkpoint writes it through anyway; a crash before it repeats initdb.
        '--no-sync',
        ...(options.dataChecksums ? ['--data-checksums'] : []),
      ],
      { runAs, env: plainEnvironment() },
    );
    if (exitCode !== 0) {
      throw new ServiceError(
        `The data directory could not be created: ${lastLines(stderr)} Look at the space and rights of ${files.folder}.`,
        { retry: true },
      );
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  await writeServerFile(
    directory,
    'postgresql.conf',
    `include '${settingsFile}'\n`,
  );
}

/** Writes the settings that the next start or reload puts into force. */
export function writeSettings(
  directory: DataDirectory,
  settings: Settings,
): Promise<void> {
  return writeServerFile(directory, settingsFile, renderSettings(settings));
}

/** Writes who may connect, and how. */
export function writeAccessRules(
  directory: DataDirectory,
  plan: Plan,
): Promise<void> {
  return writeServerFile(
    directory,
    'pg_hba.conf',
    renderAccessRules(plan, { admin: adminRole, maintenance: maintenanceRole }),
  );
}

/** Writes certificate and key under the names that PostgreSQL looks for. */
export async function writeCertificate(
  directory: DataDirectory,
  issued: ServerCertificate,
): Promise<void> {
  await writeServerFile(directory, 'server.crt', issued.certificate);
  await writeServerFile(directory, 'server.key', issued.privateKey);
}

/** The server's complaints in the output of a failed check, in words. Pure. */
export function settingsErrors(output: string): string {
  const complaints = [
    ...output.matchAll(/^(?:.*?)(?:LOG|ERROR|HINT|FATAL):\s*(.+)$/gm),
  ]
    .map(match => match[1] ?? '')
    .filter(text => !/configuration file .* contains errors/.test(text));
  return complaints.join(' ');
}

/** Asks the server's own program whether it takes these settings. Throws its complaints; the running server is not touched. */
export async function checkSettings(
  directory: DataDirectory,
  settings: Settings,
): Promise<void> {
  const { files, binaries, runAs } = directory;
  const candidate = 'candidate.conf';
  await writeServerFile(directory, candidate, renderSettings(settings));
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
        `PostgreSQL does not take these parameters: ${settingsErrors(stderr)} Nothing was changed; correct them.`,
        { retry: false },
      );
    }
  } finally {
    await rm(join(files.data, candidate), { force: true });
  }
}
