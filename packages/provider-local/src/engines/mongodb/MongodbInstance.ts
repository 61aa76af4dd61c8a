/** One FerretDB, and the PostgreSQL server that stores its data in one database. */
import { join } from 'node:path';
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
import { adminAccess, toolTarget } from '../postgresql/server/access';
import {
  AdminAccess,
  adminRole,
  maintenanceRole,
  serverVersion,
} from '../postgresql/server/admin';
import { dumpDatabase, fillDatabase } from '../postgresql/server/clientTools';
import {
  createDataDirectory,
  writeAccessRules,
  writeSettings,
} from '../postgresql/server/dataDirectory';
import {
  bindingRole,
  databaseName,
  ownerRole,
} from '../postgresql/server/names';
import { BackupTools, findBackupTools } from '../postgresql/server/programs';
import { endWriters, measureSize } from '../postgresql/server/quota';
import {
  cleanUpInterruptedRestores,
  replaceDatabase,
} from '../postgresql/server/restoreDatabase';
import {
  createBindingRole,
  dropBindingRole,
  hasRole,
  prepareDatabase,
} from '../postgresql/server/roles';
import { serverProcess } from '../postgresql/server/serverProcess';
import {
  accessRule,
  reservedConnections,
  serverSettings,
} from '../postgresql/server/settings';
import { connectionOf } from './connection';
import { ferretdbProcess, ferretdbProcessName } from './ferretdb';
import { Plan } from './plans';
import { MongodbPrograms } from './programs';
import { setWritable } from './rights';
import { createUsersCollection, usersSchema } from './users';

/** The parsed plan; no parameter changes the servers. */
export interface Config {
  plan: Plan;
}

/** FerretDB's login role. */
const ferretdbRole = 'klutch_ferretdb';
/** Connections of backups and restores. */
const toolConnections = 2;

export class MongodbInstance implements EngineInstance<Config> {
  readonly backups: EngineBackups = {
    findTools: () => this.findTools(),
    dump: async (file, signal) =>
      dumpDatabase(
        await this.findTools(),
        toolTarget(this.context, this.database, signal),
        file,
        [usersSchema],
      ),
    restore: (source, signal) => this.restore(source, signal),
    recoverRestores: async () => restoreId => this.wasRestored(restoreId),
  };

  readonly quota: EngineQuota = {
    freeSpace:
      'free space: drop collections, or delete documents and run the command { compact: <collection>, force: true }',
    usage: () => measureSize(this.access),
    endWriters: () => endWriters(this.access),
  };

  /** In PostgreSQL, and the default database in MongoDB's sense. */
  private readonly database: string;
  private readonly owner: string;
  private readonly files: { certificate: string; privateKey: string };
  /** Whether a restore was complete when a crash interrupted it. */
  private wasRestored: (restoreId: string) => boolean = () => false;

  constructor(
    private readonly context: InstanceContext<Config, MongodbPrograms>,
  ) {
    const { folder, id } = context;
    this.database = databaseName(id);
    this.owner = ownerRole(this.database);
    this.files = {
      certificate: join(folder, 'ferretdb.crt'),
      privateKey: join(folder, 'ferretdb.key'),
    };
  }

  initialise(): Promise<void> {
    const { adminPassword } = this.context;
    return createDataDirectory(this.context, {
      adminPassword,
      dataChecksums: false,
    });
  }

  async configure(): Promise<void> {
    const { config, runAs, title } = this.context;
    const { plan } = config;
    if (plan.ssl && !this.context.caCertificate) {
      const issued = await this.context.issueCertificate();
      writeServerFile(runAs, this.files.certificate, issued.certificate);
      writeServerFile(runAs, this.files.privateKey, issued.privateKey);
    }
    // The roles of service bindings are for FerretDB's clients, which it checks itself.
    writeAccessRules(this.context, [
      accessRule(adminRole),
      accessRule(maintenanceRole),
      accessRule(ferretdbRole, { database: this.database }),
    ]);
    const connections =
      plan.backendConnections + toolConnections + reservedConnections;
    writeSettings(
      this.context,
      serverSettings(
        { ...plan, connections },
        { title, port: this.access.port },
      ),
    );
  }

  async processes(): Promise<ServerProcess[]> {
    const { caCertificate, config, derivePassword, programs } = this.context;
    const { certificate, privateKey } = this.files;
    return [
      await serverProcess(this.context, 'postgresql', () =>
        this.prepareServer(),
      ),
      ferretdbProcess({
        program: programs.ferretdb,
        port: this.context.port('mongodb'),
        tls:
          config.plan.ssl && caCertificate
            ? {
                certificateFile: certificate,
                privateKeyFile: privateKey,
                ca: caCertificate,
              }
            : undefined,
        backend: {
          port: this.access.port,
          database: this.database,
          user: ferretdbRole,
          password: derivePassword(ferretdbRole),
          maxConnections: config.plan.backendConnections,
        },
      }),
    ];
  }

  async prepare(): Promise<void> {
    // `prepareServer` has done everything before FerretDB started.
  }

  async version(): Promise<string> {
    const { ferretdbVersion } = this.context.programs;
    return `FerretDB ${ferretdbVersion} on PostgreSQL ${await serverVersion(this.access)}`;
  }

  async planUpdate({ plan }: Config): Promise<'reload' | 'restart'> {
    return plan.name === this.context.config.plan.name ? 'reload' : 'restart';
  }

  reload(): Promise<void> {
    return this.applyQuota(this.database);
  }

  async createUser(bindingId: string): Promise<Connection> {
    const { caCertificate, config, derivePassword } = this.context;
    const username = bindingRole(bindingId);
    const password = derivePassword(username);
    await createBindingRole(this.access, {
      role: username,
      password,
      owner: this.owner,
      privileges: [],
    });
    return connectionOf({
      port: this.context.port('mongodb'),
      database: this.database,
      username,
      password,
      caCertificate: config.plan.ssl ? caCertificate : undefined,
    });
  }

  async dropUser(bindingId: string): Promise<void> {
    const { access, owner } = this;
    const role = bindingRole(bindingId);
    if (!(await hasRole(access, role))) return;
    // FerretDB checks a user when a connection begins and cannot end connections; those of other users reconnect.
    await this.context.whileStopped(
      () => dropBindingRole(access, { role, owner }),
      ferretdbProcessName,
    );
  }

  private findTools(): Promise<BackupTools> {
    return findBackupTools(this.context.programs.majorVersion);
  }

  private get access(): AdminAccess {
    return adminAccess(this.context);
  }

  /** Completes or undoes an interrupted restore, and creates everything that FerretDB needs. Idempotent. */
  private async prepareServer(): Promise<void> {
    const { access, context, database, owner } = this;
    const before = this.wasRestored;
    const found = await cleanUpInterruptedRestores(access, database);
    this.wasRestored = id => found(id) || before(id);
    await prepareDatabase(access, {
      database,
      maintenancePassword: context.derivePassword(maintenanceRole),
    });
    await createBindingRole(access, {
      role: ferretdbRole,
      password: context.derivePassword(ferretdbRole),
      owner,
      privileges: [],
    });
    await this.createUsersCollection(database);
    await this.applyQuota(database);
  }

  private createUsersCollection(target: string): Promise<void> {
    return createUsersCollection(this.access, target, {
      userDatabase: this.database,
      reader: this.owner,
    });
  }

  private applyQuota(target: string): Promise<void> {
    return setWritable(this.access, target, {
      owner: this.owner,
      writable: !this.context.readOnly,
    });
  }

  private async restore(
    { file, restoreId, onProgress }: RestoreSource,
    signal: AbortSignal,
  ): Promise<void> {
    const tools = await this.findTools();
    try {
      await replaceDatabase(() => this.access, {
        database: this.database,
        restoreId,
        signal,
        fill: async target => {
          const destination = toolTarget(this.context, target, signal);
          await fillDatabase(tools, destination, {
            file,
            owner: this.owner,
            onProgress,
          });
          await this.createUsersCollection(target);
          await this.applyQuota(target);
        },
        // FerretDB remembers the collections of the replaced database.
        whileUnused: work =>
          this.context.whileStopped(work, ferretdbProcessName),
      });
    } catch (error) {
      if (!this.wasRestored(restoreId)) throw error;
    }
  }
}
