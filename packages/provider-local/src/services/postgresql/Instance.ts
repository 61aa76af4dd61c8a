/** One PostgreSQL instance: its record, its access rules, and the ordering of work on it. */
import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Mutex } from 'async-mutex';
import { Connection, InstanceOrder, InstanceReport } from '../../dataService';
import { ServiceError } from '../../errors';
import { AdminAccess, maintenanceRole } from './admin';
import {
  bindingRole,
  connectionOf,
  derivePassword,
  ownerRole,
} from './credentials';
import { InstanceRecord } from './instanceRecord';
import { InstanceContext, InstanceServer } from './InstanceServer';
import { planIdOf, serviceId } from './plans';
import { overQuotaMessage } from './quota';
import { RecordFile } from './RecordFile';
import { cleanUpInterruptedRestores } from './restoreDatabase';
import { createBindingRole, dropBindingRole } from './roles';

/** Why work on an instance was aborted. */
export type AbortReason = 'deleted' | 'provider stopped';

type PlanAndParameters = Pick<InstanceOrder, 'planName' | 'parameters'>;

export class Instance {
  private readonly record: RecordFile<InstanceRecord>;
  private readonly server: InstanceServer;
  /** Serializes backups, restores and changes of the server. */
  private readonly mutex = new Mutex();
  private readonly abortController = new AbortController();
  private currentWork: string | undefined;

  /** Throws ServiceError when the record's plan or parameters are not supported. */
  constructor(
    private readonly context: InstanceContext,
    record: InstanceRecord,
  ) {
    this.record = new RecordFile(context.files.record, record);
    this.server = new InstanceServer(context, this.record);
  }

  get id(): string {
    return this.record.value.id;
  }

  get port(): number {
    return this.record.value.port;
  }

  get database(): string {
    return this.record.value.database;
  }

  get provisioned(): boolean {
    return this.record.value.state === 'provisioned';
  }

  /** Provisioned and responding. */
  get usable(): boolean {
    return this.provisioned && this.server.state.phase === 'running';
  }

  /** The storage of the plan in bytes, and whether it is exhausted. */
  get quota(): { bytes: number; used: boolean } {
    return {
      bytes: this.server.configuration.plan.storageBytes,
      used: this.record.value.readOnly,
    };
  }

  isUpToDate(order: PlanAndParameters): boolean {
    const { planName, parameters } = this.record.value;
    return (
      this.provisioned &&
      this.server.state.phase !== 'stopped' &&
      order.planName === planName &&
      isDeepStrictEqual(order.parameters, parameters)
    );
  }

  report(): InstanceReport {
    const record = this.record.value;
    return {
      state: record.state,
      serviceId,
      planId: planIdOf(record.planName),
      parameters: record.parameters,
      createdAt: record.createdAt,
      provisionedAt: record.provisionedAt,
      updatedAt: record.updatedAt,
      server: this.reportServer(),
      storage: record.readOnly
        ? {
            within: false,
            message: overQuotaMessage(record.planName, this.quota.bytes),
          }
        : { within: true },
    };
  }

  /** Administrator access to the running server. */
  access(): AdminAccess {
    if (!this.usable) {
      throw new ServiceError(
        'The PostgreSQL server of this instance is not running. The operation is retried.',
        { retry: true },
      );
    }
    return this.server.access;
  }

  /** Access as the role for dumps and restores. */
  maintenanceAccess(): AdminAccess {
    return { ...this.access(), password: this.derive(maintenanceRole) };
  }

  /** Creates server and database, applies a changed plan or parameters, or starts a stopped server. */
  async ensure(order: InstanceOrder): Promise<void> {
    if (this.isUpToDate(order)) return;
    if (this.mutex.isLocked()) {
      throw new ServiceError(
        `The change is made as soon as ${
          this.currentWork ?? 'other work'
        } on this instance is done.`,
        { retry: true },
      );
    }
    await this.runExclusive('another change', () =>
      this.provisioned
        ? this.server.update(order)
        : this.server.provision(order),
    );
  }

  /** Restarts the server of a provisioned instance. */
  start(): Promise<void> {
    return this.server.start();
  }

  /**
   * Cleans up after interrupted restores.
   * Returns a predicate: whether the restore with a given id had completed nevertheless.
   */
  cleanUpInterruptedRestores(): Promise<(restoreId: string) => boolean> {
    return cleanUpInterruptedRestores(this.access(), this.database);
  }

  async bind(bindingId: string): Promise<Connection> {
    const username = bindingRole(bindingId);
    const password = this.derive(username);
    const access = this.access();
    const { plan, parameters } = this.server.configuration;
    await createBindingRole(access, {
      role: username,
      password,
      owner: ownerRole(this.database),
      privileges: parameters.rolePrivileges,
    });
    return connectionOf({
      port: access.port,
      database: this.database,
      username,
      password,
      caCertificate: plan.ssl ? this.record.value.caCertificate : undefined,
    });
  }

  unbind(bindingId: string): Promise<void> {
    return dropBindingRole(this.access(), {
      role: bindingRole(bindingId),
      owner: ownerRole(this.database),
    });
  }

  /** Runs work exclusively on this instance, in the order of the calls. */
  runExclusive<T>(
    what: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.mutex.runExclusive(async () => {
      this.abortController.signal.throwIfAborted();
      this.currentWork = what;
      try {
        return await work(this.abortController.signal);
      } finally {
        this.currentWork = undefined;
        // Wakes the reconcilers of waiting resources.
        this.context.onChange();
      }
    });
  }

  /** The next number of that kind; numbers are never reused. */
  nextNumber(kind: 'backup' | 'restore'): number {
    const key = kind === 'backup' ? 'lastBackupId' : 'lastRestoreId';
    const number = this.record.value[key] + 1;
    this.record.save({ [key]: number });
    return number;
  }

  /** Sets or clears the read-only default of transactions; a session can still override the default. */
  async setReadOnly(readOnly: boolean): Promise<void> {
    this.record.save({ readOnly });
    await this.server.reload();
    this.context.onChange();
  }

  /** Stops the server and aborts running work on the instance. */
  async stop(reason: AbortReason): Promise<void> {
    this.abortController.abort(reason);
    await this.mutex.runExclusive(() => this.server.stop());
  }

  /** Stops the server and removes everything except the backups. */
  async destroy(): Promise<void> {
    await this.stop('deleted');
    await rm(this.context.files.folder, { recursive: true, force: true });
  }

  private derive(purpose: string): string {
    return derivePassword(this.record.value.bindingKey, purpose);
  }

  private reportServer(): InstanceReport['server'] {
    const { state } = this.server;
    if (state.phase === 'running') return { running: true, note: state.note };
    return {
      running: false,
      reason:
        state.phase === 'down'
          ? state.reason
          : 'The PostgreSQL server is being started.',
    };
  }
}
