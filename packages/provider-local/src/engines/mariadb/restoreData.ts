/**
 * Restores a backup into a new data directory with a server of its own, and only then replaces the data: until that,
 * the instance runs unchanged, and a failure changes nothing.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ProcessFailedError,
  pickPort,
  startProcess,
} from '@klutch/local-processes';
import { ServiceError } from '../../errors';
import { countBytes } from '../../host/progress';
import { createServerFolder, writeServerFile } from '../../host/serverFiles';
import { InstanceContext } from '../../host/ServiceEngine';
import {
  markComplete,
  putBackData,
  replaceData,
  unfinishedData,
} from '../../host/stagedData';
import {
  BindingUser,
  Rights,
  copyUsers,
  createDefiners,
  prepareServer,
} from './accounts';
import { BackedUpDatabase } from './backupFile';
import { Access, fillDatabase, maintenanceUser, responds } from './client';
import { createDataDirectory, serverErrors } from './dataDirectory';
import { MariadbPrograms } from './programs';
import { Config, planSettings, renderSettings } from './settings';

type Context = InstanceContext<Config, MariadbPrograms>;

const MiB = 1024 * 1024;

/** What a restore needs of the instance. */
export interface Restoring {
  context: Context;
  admin: Access;
  rights(): Rights;
  files: { certificate: string; privateKey: string };
  databases: BackedUpDatabase[];
  onProgress?(bytes: number): void;
  restoreId: string;
  signal: AbortSignal;
  /** Runs work while no user is created or removed, with the users of the running server. */
  withUsers(work: (users: BindingUser[]) => Promise<void>): Promise<void>;
}

/** Starts a server on the new data directory. */
async function startScratchServer(
  { context, admin, files, signal }: Restoring,
  dataDir: string,
) {
  const { config, folder, programs, runAs } = context;
  const settingsFile = join(folder, 'restoring.cnf');
  const adminPort = await pickPort({ exclude: [context.port('admin')] });
  const port = await pickPort({ exclude: [adminPort, context.port('sql')] });
  const { log_bin: _, ...settings } = planSettings(config, {
    ...files,
    port,
    adminPort,
    dataDir,
    basedir: programs.basedir,
    messages: programs.share,
  });
  writeServerFile(
    runAs,
    settingsFile,
    renderSettings({
      ...settings,
      event_scheduler: 'OFF',
      max_allowed_packet: 128 * MiB,
      // The shutdown writes everything to disk.
      innodb_flush_log_at_trx_commit: 0,
    }),
  );
  const access = { ...admin, port: adminPort };
  try {
    const server = await startProcess({
      ...runAs,
      name: 'MariaDB for the restore',
      command: programs.mariadbd,
      args: [`--defaults-file=${settingsFile}`],
      cwd: dataDir,
      env: { ...programs.env, TZ: 'UTC' },
      logFile: join(folder, 'restore.log'),
      ready: () => responds(access),
      readyIntervalMs: 50,
      graceMs: 60_000,
      signal,
    });
    return { server, access };
  } catch (error) {
    if (!(error instanceof ProcessFailedError)) throw error;
    const reason = serverErrors(error.exit.lastLines.join('\n'));
    throw new ServiceError(
      `The restore failed: its MariaDB server did not start. ${reason}`,
      { retry: true },
    );
  } finally {
    await rm(settingsFile, { force: true });
  }
}

/** Fills the databases of the scratch server with the user that is no administrator. */
async function fill(restoring: Restoring, admin: Access): Promise<void> {
  const { context, databases, rights, signal, onProgress } = restoring;
  const password = context.derivePassword(maintenanceUser);
  const names = databases.map(({ name }) => name);
  await prepareServer(admin, { ...rights(), databases: names }, password);
  const maintenance = { ...admin, user: maintenanceUser, password };
  for (const { name, read } of databases) {
    const dump = countBytes(read(), onProgress);
    await fillDatabase(maintenance, { database: name, dump, signal });
  }
  await createDefiners(admin);
}

async function swap({ context, restoreId }: Restoring): Promise<void> {
  const { folder, dataDir } = context;
  try {
    await context.whileStopped(() => replaceData(folder, dataDir, restoreId));
  } catch (error) {
    await context.whileStopped(() => putBackData(folder, dataDir, restoreId));
    if (!(error instanceof ServiceError)) throw error;
    const reason = error.message.replace(/\.?$/, '.');
    throw new ServiceError(`The restore failed: ${reason}`, error);
  }
}

/** Replaces all data. Users and passwords of bindings stay. */
export async function restoreData(restoring: Restoring): Promise<void> {
  const { context, restoreId, rights, signal } = restoring;
  const dataDir = unfinishedData(context.folder);
  await createServerFolder(context.runAs, dataDir);
  await createDataDirectory(context, dataDir);
  signal.throwIfAborted();
  const { server, access } = await startScratchServer(restoring, dataDir);
  try {
    await fill(restoring, access);
    await restoring.withUsers(async users => {
      await copyUsers(access, users, context.derivePassword);
      await prepareServer(
        access,
        rights(),
        context.derivePassword(maintenanceUser),
      );
      const { code } = await server.stop();
      signal.throwIfAborted();
      if (code !== 0) {
        throw new ServiceError(
          'The restore failed: its MariaDB server did not write all data.',
          { retry: true },
        );
      }
      await markComplete(context.folder, restoreId);
      await swap(restoring);
    });
  } finally {
    await server.stop();
  }
}
