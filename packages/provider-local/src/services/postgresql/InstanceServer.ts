/** The server of one instance, with its files on disk derived from plan and parameters. */
import { mkdir } from 'node:fs/promises';
import { pickPort } from '@klutch/local-processes';
import { InstanceOrder } from '../../dataService';
import { ServiceError } from '../../errors';
import { AdminAccess, maintenanceRole, reloadSettings } from './admin';
import { ServerBinaries } from './binaries';
import { derivePassword, ownerRole } from './credentials';
import {
  DataDirectory,
  checkSettings,
  createDataDirectory,
  writeAccessRules,
  writeCertificate,
  writeSettings,
} from './dataDirectory';
import { InstanceRecord } from './instanceRecord';
import { InstanceFiles } from './layout';
import { ServerParameters, readParameters } from './parameters';
import { Plan, findPlan } from './plans';
import { stopServerOf } from './postmaster';
import { RecordFile } from './RecordFile';
import { prepareDatabase, setRolePrivileges } from './roles';
import { RunAs } from './runProgram';
import { PostgresServer, ServerState } from './server';
import { Settings, needsRestart, planSettings } from './settings';
import { issueServerCertificate } from './tls';

/** Dependencies of an instance. */
export interface InstanceContext {
  binaries: ServerBinaries;
  runAs: RunAs;
  files: InstanceFiles;
  /** Ports of all instances, including stopped ones. */
  reservedPorts(): number[];
  onChange(): void;
}

/** Parsed plan and parameters. */
export interface Configuration {
  plan: Plan;
  parameters: ServerParameters;
}

/** Throws ServiceError when the plan or the parameters are not supported. */
export function parseConfiguration(
  order: Pick<InstanceOrder, 'planName' | 'parameters'>,
): Configuration {
  const plan = findPlan(order.planName);
  if (!plan) {
    throw new ServiceError(
      `There is no PostgreSQL plan ${order.planName} here.`,
      { retry: false },
    );
  }
  return { plan, parameters: readParameters(order.parameters, plan) };
}

export class InstanceServer {
  private readonly directory: DataDirectory;
  private readonly server: PostgresServer;
  private activeConfiguration: Configuration;

  constructor(
    private readonly context: InstanceContext,
    private readonly record: RecordFile<InstanceRecord>,
  ) {
    this.activeConfiguration = parseConfiguration(record.value);
    this.directory = context;
    this.server = new PostgresServer({
      postgres: context.binaries.postgres,
      runAs: context.runAs,
      files: context.files,
      prepare: () => this.prepareStart(),
      onChange: () => context.onChange(),
    });
  }

  get state(): ServerState {
    return this.server.state;
  }

  get configuration(): Configuration {
    return this.activeConfiguration;
  }

  /** The administrator's access, whether or not the server responds. */
  get access(): AdminAccess {
    const { port, adminPassword } = this.record.value;
    return { port, password: adminPassword };
  }

  /** Creates data directory, server, roles and database. Replaces the remains of an interrupted attempt. */
  async provision(order: InstanceOrder): Promise<void> {
    const { files } = this.context;
    const { planName, parameters } = order;
    this.activeConfiguration = parseConfiguration(order);
    await mkdir(files.folder, { recursive: true, mode: 0o711 });
    this.record.save({ planName, parameters, caCertificate: undefined });
    await this.server.stop();
    await stopServerOf(files.data);
    await createDataDirectory(this.directory, {
      adminPassword: this.record.value.adminPassword,
      dataChecksums: this.activeConfiguration.parameters.dataChecksums,
    });
    await this.writeAccess(this.activeConfiguration.plan);
    await checkSettings(this.directory, this.settings());
    await this.server.start();
    const { database, bindingKey } = this.record.value;
    await prepareDatabase(this.access, {
      database,
      maintenancePassword: derivePassword(bindingKey, maintenanceRole),
    });
    await this.applyPrivileges();
    const now = new Date().toISOString();
    this.record.save({
      state: 'provisioned',
      provisionedAt: now,
      updatedAt: now,
    });
  }

  /**
   * Applies another plan or other parameters. Restores the old configuration if the server does not start with the
   * new one.
   */
  async update(order: InstanceOrder): Promise<void> {
    const next = parseConfiguration(order);
    const before = this.activeConfiguration;
    if (next.parameters.dataChecksums !== before.parameters.dataChecksums) {
      throw new ServiceError(
        'The parameter data_checksums can only be chosen when the instance is ordered. Set it back.',
        { retry: false },
      );
    }
    const restart = needsRestart(this.settings(), this.settings(next));
    await checkSettings(this.directory, this.settings(next));
    try {
      await this.applyConfiguration(next, restart);
    } catch (error) {
      await this.applyConfiguration(before, restart);
      throw error;
    }
    await this.applyPrivileges();
    const { planName, parameters } = order;
    const updatedAt = new Date().toISOString();
    this.record.save({ planName, parameters, updatedAt });
  }

  /** Writes the settings of the current record and reloads the server's configuration. */
  async reload(): Promise<void> {
    this.writeSettings();
    await reloadSettings(this.access);
  }

  start(): Promise<void> {
    return this.server.start();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private settings(configuration = this.activeConfiguration): Settings {
    const { port, title, readOnly } = this.record.value;
    const { plan, parameters } = configuration;
    return planSettings(plan, parameters, { port, title, readOnly });
  }

  private writeSettings(): void {
    writeSettings(this.directory, this.settings());
  }

  /** Runs before every start, because another process may have taken the port meanwhile. */
  private async prepareStart(): Promise<void> {
    const before = this.record.value.port;
    const port = await pickPort({
      preferred: before,
      exclude: this.context.reservedPorts(),
    });
    if (port !== before) this.record.save({ port });
    this.writeSettings();
  }

  private async applyConfiguration(
    configuration: Configuration,
    restart: boolean,
  ) {
    this.activeConfiguration = configuration;
    await this.writeAccess(configuration.plan);
    if (restart) await this.server.stop();
    if (this.server.state.phase === 'running') await this.reload();
    else await this.server.start();
  }

  private async writeAccess(plan: Plan): Promise<void> {
    if (plan.ssl && !this.record.value.caCertificate) {
      const issued = await issueServerCertificate(this.record.value.title);
      writeCertificate(this.directory, issued);
      this.record.save({ caCertificate: issued.caCertificate });
    }
    writeAccessRules(this.directory, plan);
  }

  private applyPrivileges(): Promise<void> {
    return setRolePrivileges(
      this.access,
      ownerRole(this.record.value.database),
      this.activeConfiguration.parameters.rolePrivileges,
    );
  }
}
