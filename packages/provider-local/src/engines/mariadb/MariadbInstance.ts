/** One MariaDB server, with a default database and those of the parameter `databases`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import { bindingUser } from '../../host/bindingUser';
import { folderSize } from '../../host/folderSize';
import { writeServerFile } from '../../host/serverFiles';
import {
  Connection,
  EngineBackups,
  EngineInstance,
  EngineQuota,
  InstanceContext,
  RestoreSource,
  ServerProcess,
} from '../../host/ServiceEngine';
import { finishReplacement, removeStagedData } from '../../host/stagedData';
import {
  Rights,
  bindingUsers,
  createBindingUser,
  dropBindingUser,
  endSessions,
  prepareServer,
  userDatabases,
} from './accounts';
import { readBackup, writeBackup } from './backupFile';
import {
  Access,
  adminUser,
  dumpDatabase,
  maintenanceUser,
  query,
  responds,
} from './client';
import { createDataDirectory, serverErrors } from './dataDirectory';
import { connectionOf, databaseName } from './names';
import { MariadbPrograms } from './programs';
import { countConnections } from './connections';
import { limitBinaryLog, measureSize } from './quota';
import { restoreData } from './restoreData';
import {
  Config,
  liveSettings,
  needsRestart,
  planSettings,
  renderSettings,
} from './settings';

export class MariadbInstance implements EngineInstance<Config> {
  readonly backups: EngineBackups = {
    dump: (file, signal) => this.dump(file, signal),
    dumpedBytes: () => folderSize(this.dumpFolder),
    restore: async (source, signal) => {
      try {
        await this.restore(source, signal);
      } finally {
        await this.removeStagedData();
      }
    },
    recoverRestores: async () => {
      await rm(this.dumpFolder, { recursive: true, force: true });
      const done = await this.removeStagedData();
      return restoreId => done.includes(restoreId);
    },
  };

  readonly quota: EngineQuota = {
    freeSpace: 'free space: DELETE rows, or TRUNCATE or DROP tables',
    usage: async () => {
      const { config, dataDir } = this.context;
      await limitBinaryLog(this.admin, dataDir, config.plan.storageBytes);
      return measureSize(this.admin, dataDir);
    },
    endWriters: () => endSessions(this.admin),
  };

  private readonly database: string;
  private readonly settingsFile: string;
  private readonly dumpFolder: string;
  private readonly files: { certificate: string; privateKey: string };
  /** Users do not change while a restore replaces the server's data, and their rights change one after the other. */
  private readonly users = new Mutex();

  constructor(
    private readonly context: InstanceContext<Config, MariadbPrograms>,
  ) {
    const { folder } = context;
    this.database = databaseName(context.id);
    // Not in the data directory, which restores replace.
    this.settingsFile = join(folder, 'server.cnf');
    this.dumpFolder = join(folder, 'dump');
    this.files = {
      certificate: join(folder, 'server.crt'),
      privateKey: join(folder, 'server.key'),
    };
  }

  connections() {
    return countConnections(this.admin);
  }

  initialise(): Promise<void> {
    return createDataDirectory(this.context, this.context.dataDir);
  }

  async configure(): Promise<void> {
    const { config, dataDir, folder, programs, runAs } = this.context;
    finishReplacement(folder, dataDir);
    if (!this.context.caCertificate) {
      const issued = await this.context.issueCertificate();
      writeServerFile(runAs, this.files.certificate, issued.certificate);
      writeServerFile(runAs, this.files.privateKey, issued.privateKey);
    }
    const settings = planSettings(config, {
      ...this.files,
      port: this.context.port('sql'),
      adminPort: this.context.port('admin'),
      dataDir,
      basedir: programs.basedir,
      messages: programs.share,
    });
    writeServerFile(runAs, this.settingsFile, renderSettings(settings));
  }

  async processes(): Promise<ServerProcess[]> {
    const { programs } = this.context;
    return [
      {
        name: 'server',
        title: 'MariaDB',
        command: programs.mariadbd,
        args: [`--defaults-file=${this.settingsFile}`],
        env: programs.libraryPath,
        ready: () => responds(this.admin),
        explainFailure: serverErrors,
      },
    ];
  }

  prepare(): Promise<void> {
    return this.users.runExclusive(() => this.applyRights());
  }

  async version(): Promise<string> {
    const rows = await query(this.admin, ['SELECT VERSION()']);
    // Distributions append their own version.
    return rows[0]?.[0]?.split('-')[0] ?? '';
  }

  async planUpdate(next: Config): Promise<'reload' | 'restart'> {
    return needsRestart(this.context.config, next) ? 'restart' : 'reload';
  }

  async reload(): Promise<void> {
    const settings = Object.entries(liveSettings(this.context.config));
    await query(
      this.admin,
      settings.map(([name, value]) => `SET GLOBAL ${name} = ${value}`),
    );
    await this.prepare();
  }

  async createUser(bindingId: string): Promise<Connection> {
    const { caCertificate = '', derivePassword } = this.context;
    const username = bindingUser(bindingId);
    const password = derivePassword(username);
    await this.users.runExclusive(() =>
      createBindingUser(this.admin, username, password, this.rights),
    );
    return connectionOf({
      port: this.context.port('sql'),
      database: this.database,
      username,
      password,
      caCertificate,
    });
  }

  dropUser(bindingId: string): Promise<void> {
    return this.users.runExclusive(() =>
      dropBindingUser(this.admin, bindingUser(bindingId)),
    );
  }

  private get admin(): Access {
    const { adminPassword, programs } = this.context;
    return {
      programs,
      port: this.context.port('admin'),
      user: adminUser,
      password: adminPassword,
    };
  }

  private get rights(): Rights {
    const { config, readOnly } = this.context;
    const { databases, performanceSchema } = config.parameters;
    return {
      databases: [this.database, ...databases],
      readOnly,
      performanceSchema,
    };
  }

  private applyRights(): Promise<void> {
    const password = this.context.derivePassword(maintenanceUser);
    return prepareServer(this.admin, this.rights, password);
  }

  private async dump(file: string, signal: AbortSignal): Promise<void> {
    // Databases that users created or dropped themselves change which ones the maintenance user must read.
    await this.prepare();
    const password = this.context.derivePassword(maintenanceUser);
    const access = { ...this.admin, user: maintenanceUser, password };
    const dumps: { database: string; file: string }[] = [];
    await rm(this.dumpFolder, { recursive: true, force: true });
    await mkdir(this.dumpFolder, { mode: 0o700 });
    try {
      for (const database of await userDatabases(this.admin)) {
        const part = join(this.dumpFolder, String(dumps.length));
        await writeFile(part, '', { mode: 0o600 });
        await dumpDatabase(access, { database, file: part, signal });
        dumps.push({ database, file: part });
      }
      await writeBackup(file, dumps);
    } finally {
      await rm(this.dumpFolder, { recursive: true, force: true });
    }
  }

  private removeStagedData(): Promise<string[]> {
    const { dataDir, folder } = this.context;
    return removeStagedData(folder, dataDir);
  }

  private async restore(
    { file, restoreId, onProgress }: RestoreSource,
    signal: AbortSignal,
  ) {
    await restoreData({
      context: this.context,
      admin: this.admin,
      rights: () => this.rights,
      files: this.files,
      databases: await readBackup(file),
      onProgress,
      restoreId,
      signal,
      withUsers: work =>
        this.users.runExclusive(async () =>
          work(await bindingUsers(this.admin)),
        ),
    });
  }
}
