/** One PostgreSQL server, with one database. */
import { ServiceError } from '../../errors';
import {
  Connection,
  EngineBackups,
  EngineInstance,
  EngineQuota,
  InstanceContext,
  ServerProcess,
} from '../../host/ServiceEngine';
import { connectionOf } from './connection';
import { ServerParameters } from './parameters';
import { Plan } from './plans';
import { adminAccess, toolTarget } from './server/access';
import {
  AdminAccess,
  maintenanceRole,
  reloadSettings,
  serverVersion,
} from './server/admin';
import { dumpDatabase, fillDatabase } from './server/clientTools';
import {
  checkSettings,
  createDataDirectory,
  writeAccessRules,
  writeCertificate,
  writeSettings,
} from './server/dataDirectory';
import { bindingRole, databaseName, ownerRole } from './server/names';
import {
  BackupTools,
  PostgresqlPrograms,
  findBackupTools,
} from './server/programs';
import { countConnections } from './server/connections';
import { endWriters, measureSize } from './server/quota';
import {
  cleanUpInterruptedRestores,
  replaceDatabase,
} from './server/restoreDatabase';
import {
  createBindingRole,
  dropBindingRole,
  prepareDatabase,
  setRolePrivileges,
} from './server/roles';
import { serverProcess } from './server/serverProcess';
import { Settings } from './server/settings';
import { needsRestart, planAccessRules, planSettings } from './settings';

/** Parsed plan and parameters. */
export interface Config {
  plan: Plan;
  parameters: ServerParameters;
}

export class PostgresqlInstance implements EngineInstance<Config> {
  readonly backups: EngineBackups = {
    findTools: () => this.findTools(),
    dump: async (file, signal) =>
      dumpDatabase(
        await this.findTools(),
        toolTarget(this.context, this.database, signal),
        file,
      ),
    restore: async ({ file, restoreId, onProgress }, signal) => {
      const tools = await this.findTools();
      await replaceDatabase(() => this.access, {
        database: this.database,
        restoreId,
        signal,
        fill: target =>
          fillDatabase(tools, toolTarget(this.context, target, signal), {
            file,
            owner: this.owner,
            onProgress,
          }),
      });
    },
    recoverRestores: () =>
      cleanUpInterruptedRestores(this.access, this.database),
  };

  readonly quota: EngineQuota = {
    freeSpace:
      'free space: SET default_transaction_read_only = off, then DROP or TRUNCATE tables (or DELETE and VACUUM FULL)',
    usage: () => measureSize(this.access),
    endWriters: () => endWriters(this.access),
  };

  private readonly database: string;
  private readonly owner: string;

  constructor(
    private readonly context: InstanceContext<Config, PostgresqlPrograms>,
  ) {
    this.database = databaseName(context.id);
    this.owner = ownerRole(this.database);
  }

  connections() {
    return countConnections(this.access);
  }

  async initialise(): Promise<void> {
    const { adminPassword, config } = this.context;
    const { dataChecksums } = config.parameters;
    await createDataDirectory(this.context, { adminPassword, dataChecksums });
    await checkSettings(this.context, this.settings(config));
  }

  async configure(): Promise<void> {
    const { plan } = this.context.config;
    if (plan.ssl && !this.context.caCertificate) {
      writeCertificate(this.context, await this.context.issueCertificate());
    }
    writeAccessRules(this.context, planAccessRules(plan));
    writeSettings(this.context, this.settings(this.context.config));
  }

  async processes(): Promise<ServerProcess[]> {
    return [await serverProcess(this.context, 'server')];
  }

  async prepare(): Promise<void> {
    const { config, derivePassword } = this.context;
    await prepareDatabase(this.access, {
      database: this.database,
      maintenancePassword: derivePassword(maintenanceRole),
    });
    await setRolePrivileges(
      this.access,
      this.owner,
      config.parameters.rolePrivileges,
    );
  }

  version(): Promise<string> {
    return serverVersion(this.access);
  }

  async planUpdate(next: Config): Promise<'reload' | 'restart'> {
    const { config } = this.context;
    if (next.parameters.dataChecksums !== config.parameters.dataChecksums) {
      throw new ServiceError(
        'The parameter data_checksums can only be chosen when the instance is ordered. Set it back.',
        { retry: false },
      );
    }
    const settings = this.settings(next);
    await checkSettings(this.context, settings);
    return needsRestart(this.settings(config), settings) ? 'restart' : 'reload';
  }

  reload(): Promise<void> {
    return reloadSettings(this.access);
  }

  async createUser(bindingId: string): Promise<Connection> {
    const { caCertificate, config, derivePassword } = this.context;
    const username = bindingRole(bindingId);
    const password = derivePassword(username);
    const { access, database, owner } = this;
    await createBindingRole(access, {
      role: username,
      password,
      owner,
      privileges: config.parameters.rolePrivileges,
    });
    return connectionOf({
      port: access.port,
      database,
      username,
      password,
      caCertificate: config.plan.ssl ? caCertificate : undefined,
    });
  }

  dropUser(bindingId: string): Promise<void> {
    const role = bindingRole(bindingId);
    return dropBindingRole(this.access, { role, owner: this.owner });
  }

  private findTools(): Promise<BackupTools> {
    return findBackupTools(this.context.programs.majorVersion);
  }

  private get access(): AdminAccess {
    return adminAccess(this.context);
  }

  private settings({ plan, parameters }: Config): Settings {
    const { title, readOnly } = this.context;
    const { port } = this.access;
    return planSettings(plan, parameters, { port, title, readOnly });
  }
}
