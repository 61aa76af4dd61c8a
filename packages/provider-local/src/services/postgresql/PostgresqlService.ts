/** The PostgreSQL service: one server process per instance, on this machine. */
import { readdir } from 'node:fs/promises';
import { Semaphore } from 'async-mutex';
import { pickPort } from '@klutch/local-processes';
import {
  BackupReport,
  Connection,
  DataService,
  InstanceOrder,
  InstanceReport,
  RestoreReport,
  ServiceChange,
} from '../../dataService';
import { ServiceError } from '../../errors';
import { Backups } from './Backups';
import {
  ServerBinaries,
  resolveClientBinaries,
  resolveServerBinaries,
} from './binaries';
import { Instance } from './Instance';
import { InstanceRecord, newInstanceRecord } from './instanceRecord';
import { parseConfiguration } from './InstanceServer';
import { Layout, instanceFiles, prepareLayout } from './layout';
import { postgresqlAvailability } from './plans';
import { stopServerOf } from './postmaster';
import { readRecord } from './records';
import { Restores } from './Restores';
import { resolveRunAs } from './runAs';
import { RunAs } from './runProgram';
import { StorageMonitor } from './StorageMonitor';

export interface PostgresqlServiceOptions {
  /** Absolute path. Contains all files of the service (see `layout.ts` for the exception). */
  dataDir: string;
  /** Interval in milliseconds between comparisons of sizes with quotas; default 5000. */
  storageIntervalMs?: number;
  /** Called for faults whose details do not belong in conditions. Never receives credentials. */
  onError(message: string, error: unknown): void;
}

const maxConcurrentStarts = 4;
const maxConcurrentTools = 2;
const defaultStorageIntervalMs = 5_000;

export class PostgresqlService implements DataService {
  readonly type = 'postgresql';
  readonly availability = postgresqlAvailability;
  private readonly instances = new Map<string, Instance>();
  /** Instances whose interrupted backups and restores have been handled. */
  private readonly recovered = new WeakSet<Instance>();
  private readonly listeners = new Set<(change: ServiceChange) => void>();
  private readonly backups: Backups;
  private readonly restores: Restores;
  private readonly storage: StorageMonitor;

  /** Finds the programs and loads the state of an earlier run. `recoverAfterRestart` starts the servers. */
  static async open(
    options: PostgresqlServiceOptions,
  ): Promise<PostgresqlService> {
    const runAs = await resolveRunAs();
    const layout = await prepareLayout(options.dataDir, runAs);
    const binaries = await resolveServerBinaries(runAs, layout.binaries);
    const service = new PostgresqlService(options, layout, binaries, runAs);
    await service.backups.load();
    await service.restores.load();
    return service;
  }

  private constructor(
    private readonly options: PostgresqlServiceOptions,
    private readonly layout: Layout,
    private readonly binaries: ServerBinaries,
    private readonly runAs: RunAs,
  ) {
    const { onError } = options;
    const shared = {
      findTools: () => resolveClientBinaries(),
      slots: new Semaphore(maxConcurrentTools),
      onError,
    };
    this.backups = new Backups({
      ...shared,
      folder: layout.backups,
      onChange: id => this.notify({ kind: 'backup', id }),
    });
    this.restores = new Restores({
      ...shared,
      folder: layout.restores,
      onChange: id => this.notify({ kind: 'restore', id }),
    });
    this.storage = new StorageMonitor({
      instances: () => [...this.instances.values()],
      intervalMs: options.storageIntervalMs ?? defaultStorageIntervalMs,
      onError,
    });
  }

  async recoverAfterRestart(instanceIds: string[]): Promise<void> {
    // Servers of a killed provider may still be shutting down.
    const onDisk = await this.idsOnDisk();
    await Promise.all(
      onDisk.map(id => stopServerOf(instanceFiles(this.layout, id).data)),
    );
    const slots = new Semaphore(maxConcurrentStarts);
    const found = await Promise.all(instanceIds.map(id => this.load(id)));
    await Promise.all(
      found.map(instance =>
        slots.runExclusive(async () => {
          if (instance?.provisioned) await this.recoverInstance(instance);
        }),
      ),
    );
  }

  async orphaned(instanceIds: string[]): Promise<string[]> {
    return (await this.idsOnDisk()).filter(id => !instanceIds.includes(id));
  }

  instance(id: string): InstanceReport | undefined {
    return this.instances.get(id)?.report();
  }

  validateOrder(order: InstanceOrder): ServiceError | undefined {
    try {
      parseConfiguration(order);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  }

  isUpToDate(order: InstanceOrder): boolean {
    return this.instances.get(order.id)?.isUpToDate(order) ?? false;
  }

  async ensureInstance(order: InstanceOrder): Promise<InstanceReport> {
    const instance = this.instances.get(order.id) ?? (await this.create(order));
    await instance.ensure(order);
    if (!this.recovered.has(instance)) await this.recoverJobs(instance);
    return instance.report();
  }

  async deleteInstance(
    id: string,
    options: { keepData: boolean },
  ): Promise<void> {
    const instance = this.instances.get(id) ?? (await this.load(id));
    if (!instance) return;
    if (options.keepData) await instance.stop('deleted');
    else await instance.destroy();
    this.instances.delete(id);
  }

  async bind(instanceId: string, bindingId: string): Promise<Connection> {
    return this.getProvisioned(instanceId).bind(bindingId);
  }

  async unbind(instanceId: string, bindingId: string): Promise<void> {
    const instance = this.instances.get(instanceId);
    // Without a database there was never a user to remove.
    if (instance?.provisioned) await instance.unbind(bindingId);
  }

  backup(backupId: string): BackupReport | undefined {
    return this.backups.get(backupId);
  }

  async startBackup(request: {
    backupId: string;
    instanceId: string;
  }): Promise<BackupReport> {
    const { backupId, instanceId } = request;
    return (
      this.backups.get(backupId) ??
      this.backups.start(backupId, this.getProvisioned(instanceId))
    );
  }

  async deleteBackup(backupId: string): Promise<void> {
    if (this.restores.uses(this.backups.fileOf(backupId))) {
      throw new ServiceError(
        'A restore from this backup is running. It is deleted as soon as that is done.',
        {
          retry: true,
        },
      );
    }
    await this.backups.delete(backupId);
  }

  restore(restoreId: string): RestoreReport | undefined {
    return this.restores.get(restoreId);
  }

  async startRestore(request: {
    restoreId: string;
    backupId: string;
  }): Promise<RestoreReport> {
    const known = this.restores.get(request.restoreId);
    if (known) return known;
    const backup = this.backups.get(request.backupId);
    if (backup?.status !== 'done') {
      const failed = backup?.status === 'failed';
      throw new ServiceError(
        failed
          ? 'The backup failed, so there is nothing to restore. Choose another backup.'
          : 'The backup is not done yet. The restore starts when it is.',
        { retry: !failed },
      );
    }
    const instance = this.instances.get(backup.instanceId);
    if (!instance) {
      throw new ServiceError(
        'The service instance of this backup was deleted, and a backup can only be restored into its own instance.',
        { retry: true },
      );
    }
    return this.restores.start(request.restoreId, instance, {
      id: backup.id,
      file: this.backups.fileOf(request.backupId),
    });
  }

  deleteRestore(restoreId: string): Promise<void> {
    return this.restores.delete(restoreId);
  }

  onChange(listener: (change: ServiceChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Compares sizes with quotas now, instead of waiting for the next interval. */
  checkStorage(): Promise<void> {
    return this.storage.check();
  }

  async stop(): Promise<void> {
    await this.storage.stop();
    await Promise.all(
      [...this.instances.values()].map(instance =>
        instance.stop('provider stopped'),
      ),
    );
    this.listeners.clear();
  }

  private notify(change: ServiceChange) {
    for (const listener of this.listeners) listener(change);
  }

  private getProvisioned(id: string): Instance {
    const instance = this.instances.get(id);
    if (instance?.provisioned) return instance;
    throw new ServiceError(
      'The service instance is not provisioned yet. The operation is retried.',
      { retry: true },
    );
  }

  private idsOnDisk(): Promise<string[]> {
    return readdir(this.layout.instances);
  }

  private async load(id: string): Promise<Instance | undefined> {
    const record = await readRecord<InstanceRecord>(
      instanceFiles(this.layout, id).record,
    );
    return record && this.add(record);
  }

  private reservedPorts(): number[] {
    return [...this.instances.values()].map(({ port }) => port);
  }

  private async create(order: InstanceOrder): Promise<Instance> {
    const port = await pickPort({ exclude: this.reservedPorts() });
    return this.add(newInstanceRecord(order, port, new Date()));
  }

  private add(record: InstanceRecord): Instance {
    const { id } = record;
    const instance = new Instance(
      {
        binaries: this.binaries,
        runAs: this.runAs,
        files: instanceFiles(this.layout, id),
        reservedPorts: () => this.reservedPorts(),
        onChange: () => this.notify({ kind: 'instance', id }),
      },
      record,
    );
    this.instances.set(id, instance);
    return instance;
  }

  private async recoverJobs(instance: Instance) {
    const wasCompleted = await instance.cleanUpInterruptedRestores();
    this.recovered.add(instance);
    await this.restores.recoverAfterRestart(instance, wasCompleted);
    this.backups.startQueued(instance);
  }

  private async recoverInstance(instance: Instance) {
    try {
      await instance.start();
      await this.recoverJobs(instance);
    } catch (error) {
      // The instance's reconciler retries and reports the failure in the status.
      this.options.onError('an instance could not be started again', error);
    }
  }
}
