/** Hosts one engine: its instances, backups and restores on this machine. */
import { readdir, rm } from 'node:fs/promises';
import { Semaphore } from 'async-mutex';
import { ServiceError } from '../errors';
import { BackupRetention } from './BackupRetention';
import { Backups } from './Backups';
import { Instance, parseConfig } from './Instance';
import { InstanceRecord, newInstanceRecord } from './instanceRecord';
import { isAbortReason } from './jobs';
import { Layout, instanceFiles } from './layout';
import { stopLeftoverProcesses } from './leftoverProcesses';
import { Programs } from './Programs';
import { readRecord } from './records';
import {
  BackupReport,
  InstanceOrder,
  InstanceReport,
  RestoreReport,
  ServiceChange,
} from './reports';
import { Restores } from './Restores';
import { RunAs } from './runProgram';
import { Connection, ServiceEngine } from './ServiceEngine';
import { UsageMonitor } from './UsageMonitor';

export interface ServiceHostOptions {
  engine: ServiceEngine;
  layout: Layout;
  runAs: RunAs;
  /** Limit the numbers of concurrent starts and tools, over all services. */
  slots: { starts: Semaphore; tools: Semaphore };
  /** Ports of all instances of all services, including stopped ones. */
  reservedPorts(): number[];
  /** Interval in milliseconds between measurements of what instances use. */
  usageIntervalMs: number;
  /** Encrypts backups. */
  backupKey: Buffer;
  /** Days after which the data of a backup are removed. Default: never. */
  backupRetentionDays?: number;
  /** Called for faults whose details do not belong in conditions. Never receives credentials. */
  onError(message: string, error: unknown): void;
}

/**
 * Every method is idempotent, because reconcilers repeat calls with the same order. Methods throw `ServiceError` for
 * failures with a message for users.
 */
export class ServiceHost {
  readonly engine: ServiceEngine;
  private readonly instances = new Map<string, Instance>();
  /** Instances whose interrupted backups and restores have been handled. */
  private readonly recovered = new WeakSet<Instance>();
  private readonly listeners = new Set<(change: ServiceChange) => void>();
  private readonly programs: Programs;
  private readonly backups: Backups;
  private readonly restores: Restores;
  private readonly usage: UsageMonitor;
  private readonly retention: BackupRetention | undefined;

  /** Loads backups and restores of an earlier run. `loadInstances` loads the instances. */
  static async open(options: ServiceHostOptions): Promise<ServiceHost> {
    const service = new ServiceHost(options);
    await service.backups.load();
    await service.restores.load();
    await service.retention?.start();
    return service;
  }

  private constructor(private readonly options: ServiceHostOptions) {
    const { engine, layout, runAs, slots, onError } = options;
    this.engine = engine;
    this.programs = new Programs(engine, { runAs, folder: layout.programs });
    const shared = { slots: slots.tools, onError };
    this.backups = new Backups({
      ...shared,
      folder: layout.backups,
      key: options.backupKey,
      onChange: id => this.notify({ kind: 'backup', id }),
    });
    this.restores = new Restores({
      ...shared,
      folder: layout.restores,
      decrypt: (...args) => this.backups.decrypt(...args),
      onChange: id => this.notify({ kind: 'restore', id }),
    });
    const { backupRetentionDays: days } = options;
    this.retention =
      days === undefined
        ? undefined
        : new BackupRetention({
            backups: this.backups,
            restores: this.restores,
            days,
            onError,
          });
    this.usage = new UsageMonitor({
      instances: () => [...this.instances.values()],
      intervalMs: options.usageIntervalMs,
      onError,
    });
  }

  /** Loads these instances of an earlier run. `startInstances` starts their servers. */
  async loadInstances(instanceIds: string[]): Promise<void> {
    // Servers of a killed provider may still be shutting down.
    const onDisk = await this.idsOnDisk();
    await Promise.all(
      onDisk.map(id =>
        stopLeftoverProcesses(
          instanceFiles(this.options.layout, id).processes,
        ).catch(error =>
          this.options.onError('processes may be left of an instance', error),
        ),
      ),
    );
    await Promise.all(
      instanceIds.map(id =>
        this.load(id).catch(error =>
          this.options.onError('an instance cannot be loaded', error),
        ),
      ),
    );
  }

  /**
   * Starts the servers of all provisioned instances. Resolves when each of them runs or was reported to `onError`; the
   * reconciler of an instance retries.
   */
  async startInstances(): Promise<void> {
    const provisioned = [...this.instances.values()].filter(
      instance => instance.provisioned,
    );
    await Promise.all(
      provisioned.map(instance =>
        this.options.slots.starts.runExclusive(() =>
          this.recoverInstance(instance),
        ),
      ),
    );
  }

  /** Ids on disk without a managed resource. Their data is never deleted automatically. */
  async orphaned(instanceIds: string[]): Promise<string[]> {
    return (await this.idsOnDisk()).filter(id => !instanceIds.includes(id));
  }

  /** Ports of all instances, including stopped ones. */
  get ports(): number[] {
    return [...this.instances.values()].flatMap(({ ports }) => ports);
  }

  /** State of an instance; `undefined` when nothing is on disk. */
  instance(id: string): InstanceReport | undefined {
    const instance = this.instances.get(id);
    if (!instance) return undefined;
    const report = instance.report();
    if (!instance.provisioned || this.recovered.has(instance)) return report;
    const { server } = report;
    // Nothing uses the server before interrupted restores are handled.
    return server.running
      ? {
          ...report,
          server: {
            running: false,
            reason: `The ${this.engine.title} server was started; interrupted restores are handled.`,
          },
        }
      : report;
  }

  /** Why the order can never be fulfilled in its present form, determined without side effects. */
  validateOrder(order: InstanceOrder): ServiceError | undefined {
    try {
      parseConfig(this.engine, order);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  }

  /** Whether `ensureInstance` would change nothing. */
  isUpToDate(order: InstanceOrder): boolean {
    return this.instances.get(order.id)?.isUpToDate(order) ?? false;
  }

  /** Whether the instance has the plan and the parameters of the order; its server need not run. */
  hasApplied(order: InstanceOrder): boolean {
    return this.instances.get(order.id)?.hasApplied(order) ?? false;
  }

  /** Creates the instance, or updates plan and parameters. */
  async ensureInstance(order: InstanceOrder): Promise<InstanceReport> {
    const instance = this.instances.get(order.id) ?? this.create(order);
    await instance.ensure(order);
    await this.recoverJobs(instance);
    return instance.report();
  }

  /** Stops and removes the server. `keepData` keeps the data directory. */
  async deleteInstance(
    id: string,
    options: { keepData: boolean },
  ): Promise<void> {
    const instance = this.instances.get(id) ?? (await this.load(id));
    if (instance && options.keepData) await instance.stop('deleted');
    else if (instance) await instance.destroy();
    else if (!options.keepData) {
      // A crash may have interrupted an earlier removal, after the record was gone.
      const { folder } = instanceFiles(this.options.layout, id);
      await rm(folder, { recursive: true, force: true });
    }
    this.instances.delete(id);
    this.backups.failPending(id);
    this.restores.failPending(id);
  }

  /** Creates the user of a service binding, or returns its existing credentials. */
  async bind(instanceId: string, bindingId: string): Promise<Connection> {
    return this.getProvisioned(instanceId).bind(bindingId);
  }

  /** A number for a service binding of the instance, never used before. */
  nextBindingNumber(instanceId: string): number {
    return this.getProvisioned(instanceId).nextNumber('binding');
  }

  async unbind(instanceId: string, bindingId: string): Promise<void> {
    const instance = this.instances.get(instanceId);
    // Without a server there was never a user to remove.
    if (instance?.provisioned) await instance.unbind(bindingId);
  }

  /** State of a backup; `undefined` for an unknown id. */
  backup(backupId: string): BackupReport | undefined {
    return this.backups.get(backupId);
  }

  /** Starts a backup and returns without waiting for its end. For a known id: returns its report. */
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

  /** Removes the backup and its file. Throws while the backup, or a restore from it, runs. */
  async deleteBackup(backupId: string): Promise<void> {
    if (this.restores.uses(backupId)) {
      throw new ServiceError(
        'A restore from this backup is running. It is deleted as soon as that is done.',
        {
          retry: true,
        },
      );
    }
    await this.backups.delete(backupId);
  }

  /** State of a restore; `undefined` for an unknown id. */
  restore(restoreId: string): RestoreReport | undefined {
    return this.restores.get(restoreId);
  }

  /**
   * Starts a restore of a completed backup and returns without waiting for its end. For a known id: returns its
   * report. Without `instanceId` into the instance that the backup was taken from.
   */
  async startRestore(request: {
    restoreId: string;
    backupId: string;
    instanceId?: string;
  }): Promise<RestoreReport> {
    const known = this.restores.get(request.restoreId);
    if (known) return known;
    const backup = this.backups.get(request.backupId);
    if (backup?.status !== 'done') {
      const over = backup?.status === 'failed' || backup?.status === 'deleted';
      throw new ServiceError(
        over
          ? 'The backup failed or was removed, so there is nothing to restore. Choose another backup.'
          : 'The backup is not done yet. The restore starts when it is.',
        { retry: !over },
      );
    }
    const instanceId = request.instanceId ?? backup.instanceId;
    if (!this.instances.has(instanceId)) {
      throw new ServiceError(
        'The service instance of this backup was deleted. Name another one of the same type in instanceRef.',
        { retry: true },
      );
    }
    return this.restores.start(
      request.restoreId,
      this.getProvisioned(instanceId),
      { id: backup.id, backupId: request.backupId },
    );
  }

  /** Deletes the record of a restore; a queued one then does not run. Throws while the restore runs. */
  deleteRestore(restoreId: string): Promise<void> {
    return this.restores.delete(restoreId);
  }

  /** Subscribes to changes. Returns the function that ends the subscription. */
  onChange(listener: (change: ServiceChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Measures what instances use now, and compares it with quotas, instead of waiting for the next interval. */
  checkUsage(): Promise<void> {
    return this.usage.check();
  }

  /** Stops all servers in order; `startInstances` starts them again. */
  async stop(): Promise<void> {
    this.retention?.stop();
    await this.usage.stop();
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
    if (instance && this.recovered.has(instance)) return instance;
    throw new ServiceError(
      'The service instance is not ready yet. The operation is retried.',
      { retry: true },
    );
  }

  private idsOnDisk(): Promise<string[]> {
    return readdir(this.options.layout.instances);
  }

  private async load(id: string): Promise<Instance | undefined> {
    const { record } = instanceFiles(this.options.layout, id);
    const stored = await readRecord<InstanceRecord>(record);
    return stored && this.add(stored);
  }

  private create(order: InstanceOrder): Instance {
    return this.add(newInstanceRecord(order, new Date()));
  }

  private add(record: InstanceRecord): Instance {
    const { id } = record;
    const { engine, layout, runAs, reservedPorts } = this.options;
    const instance = new Instance(
      {
        engine,
        programs: this.programs,
        runAs,
        files: instanceFiles(layout, id),
        reservedPorts,
        onChange: () => this.notify({ kind: 'instance', id }),
      },
      record,
    );
    this.instances.set(id, instance);
    return instance;
  }

  private async recoverJobs(instance: Instance) {
    if (this.recovered.has(instance)) return;
    await instance.runExclusive('the recovery after a restart', async () => {
      // A concurrent call may have recovered the instance while this one waited.
      if (this.recovered.has(instance)) return;
      const wasCompleted = await instance.recoverRestores();
      this.recovered.add(instance);
      await this.restores.recoverAfterRestart(instance, wasCompleted);
      this.backups.startQueued(instance);
    });
  }

  private async recoverInstance(instance: Instance) {
    try {
      await instance.start();
      await this.recoverJobs(instance);
    } catch (error) {
      if (isAbortReason(error)) return;
      // The instance's reconciler retries and reports the failure in the status.
      this.options.onError('an instance could not be started again', error);
    }
  }
}
