/** One instance: its record, its engine, its processes, and the ordering of work on it. */
import { mkdir, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Mutex } from 'async-mutex';
import { pickPort } from '@klutch/local-processes';
import { ServiceError, conditionMessage } from '../errors';
import { createContext } from './createContext';
import { InstanceRecord } from './instanceRecord';
import { AbortReason } from './jobs';
import { InstanceFiles } from './layout';
import { findOffer, findPlan } from './offers';
import { Processes } from './Processes';
import { Programs } from './Programs';
import { overQuotaMessage } from './quota';
import { isNotableChange, type InstanceUsage } from './usage';
import { RecordFile } from './RecordFile';
import { InstanceOrder, InstanceReport } from './reports';
import { RunAs } from './runProgram';
import { createServerFolder } from './serverFiles';
import {
  Connection,
  EngineBackups,
  EngineInstance,
  ServiceEngine,
} from './ServiceEngine';

/** Dependencies of an instance. */
export interface InstanceOptions {
  engine: ServiceEngine;
  programs: Programs;
  runAs: RunAs;
  files: InstanceFiles;
  /** Ports of all instances, including stopped ones. */
  reservedPorts(): number[];
  onChange(): void;
}

type PlanAndParameters = Pick<InstanceOrder, 'planName' | 'parameters'>;

/** Throws ServiceError when the plan or the parameters are not supported. */
export function parseConfig(
  engine: ServiceEngine,
  { planName, parameters }: PlanAndParameters,
): unknown {
  const plan = findPlan(engine.offers, planName);
  if (!plan) {
    throw new ServiceError(
      `There is no ${engine.title} plan ${planName} here.`,
      { retry: false },
    );
  }
  return engine.parse(plan, parameters);
}

/** Name of the work of a restore. */
export const restoreWork = 'a restore';
const startWork = 'the start of the server';

const lastNumbers = {
  backup: 'lastBackupId',
  restore: 'lastRestoreId',
  binding: 'lastBindingId',
} as const;

export class Instance {
  private readonly record: RecordFile<InstanceRecord>;
  private readonly processes: Processes;
  /** Serializes backups, restores and changes of the server. */
  private readonly mutex = new Mutex();
  private readonly abortController = new AbortController();
  private currentWork: string | undefined;
  /** Set once the programs are found. */
  private opened: EngineInstance | undefined;
  private config: unknown;
  /** The record holds this once the server has taken it over. */
  private currentReadOnly: boolean;
  /** Why the server could not be started. */
  private failure: string | undefined;
  private usage: InstanceUsage = {};

  constructor(
    private readonly options: InstanceOptions,
    record: InstanceRecord,
  ) {
    const { files, runAs, onChange } = options;
    this.record = new RecordFile(files.record, record);
    this.currentReadOnly = record.readOnly;
    this.processes = new Processes({
      runAs,
      files,
      prepareStart: () => this.prepareStart(),
      onChange,
    });
  }

  get id(): string {
    return this.record.value.id;
  }

  get ports(): number[] {
    return Object.values(this.record.value.ports);
  }

  get provisioned(): boolean {
    return this.record.value.state === 'provisioned';
  }

  /** Provisioned and responding. */
  get usable(): boolean {
    return this.provisioned && this.processes.state.phase === 'running';
  }

  /** The storage of the plan in bytes. */
  get storageBytes(): number {
    const { planName } = this.record.value;
    const plan = findPlan(this.options.engine.offers, planName);
    return plan?.storageBytes ?? Infinity;
  }

  /** Whether the storage is exhausted. */
  get readOnly(): boolean {
    return this.record.value.readOnly;
  }

  /** Whether a restore runs, which may store the data twice for a while. */
  get restoring(): boolean {
    return this.currentWork === restoreWork;
  }

  /** Whether the plan and the parameters are applied; the server need not run. */
  hasApplied(order: PlanAndParameters): boolean {
    const { planName, parameters } = this.record.value;
    return (
      this.provisioned &&
      order.planName === planName &&
      isDeepStrictEqual(order.parameters, parameters)
    );
  }

  /** Whether nothing is to be done: also while other work, such as a restore, has stopped the server. */
  isUpToDate(order: PlanAndParameters): boolean {
    return (
      this.hasApplied(order) &&
      (this.processes.state.phase !== 'stopped' || this.mutex.isLocked())
    );
  }

  report(): InstanceReport {
    const { engine } = this.options;
    const record = this.record.value;
    return {
      state: record.state,
      serviceId: findOffer(engine.offers, record.serviceName)?.serviceId ?? '',
      planId: findPlan(engine.offers, record.planName)?.id ?? '',
      version: record.version,
      parameters: record.parameters,
      createdAt: record.createdAt,
      provisionedAt: record.provisionedAt,
      updatedAt: record.updatedAt,
      server: this.reportServer(),
      storage: record.readOnly
        ? {
            within: false,
            message: overQuotaMessage(
              record.planName,
              this.storageBytes,
              this.opened?.quota?.freeSpace,
            ),
          }
        : { within: true },
      usage: this.usage,
    };
  }

  /** The engine's side of the running server. */
  server(): EngineInstance {
    if (this.opened && this.usable) return this.opened;
    throw new ServiceError(
      `The ${this.options.engine.title} server of this instance is not running. The operation is retried.`,
      { retry: true },
    );
  }

  /** Throws ServiceError when the engine has no backups. */
  backups(): EngineBackups {
    const { backups } = this.server();
    if (backups) return backups;
    throw new ServiceError(
      `This sandbox has no backups of ${this.options.engine.title}. Delete this backup.`,
      { retry: false },
    );
  }

  /** Creates the server, applies a changed plan or parameters, or starts a stopped server. */
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
    if (this.hasApplied(order)) {
      await this.start();
      return;
    }
    await this.runExclusive('another change', () =>
      this.recordingFailure(() =>
        this.provisioned ? this.update(order) : this.provision(order),
      ),
    );
  }

  /** Starts the server of a provisioned instance, unless it runs. */
  start(): Promise<void> {
    return this.runExclusive(startWork, () =>
      this.recordingFailure(async () => {
        if (this.usable) return;
        await this.open(this.record.value);
        await this.startProcesses();
      }),
    );
  }

  /**
   * Cleans up after interrupted restores.
   * Returns a predicate: whether the restore with a given id had completed nevertheless.
   */
  async recoverRestores(): Promise<(restoreId: string) => boolean> {
    const predicate = await this.server().backups?.recoverRestores?.();
    return predicate ?? (() => false);
  }

  bind(bindingId: string): Promise<Connection> {
    return this.server().createUser(bindingId);
  }

  unbind(bindingId: string): Promise<void> {
    return this.server().dropUser(bindingId);
  }

  /** Takes a measurement; a small difference to the last one is ignored. */
  reportUsage(usage: InstanceUsage): void {
    if (!isNotableChange(this.usage, usage)) return;
    this.usage = usage;
    this.options.onChange();
  }

  limitLogs(): Promise<void> {
    return this.processes.limitLogs();
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
        this.options.onChange();
      }
    });
  }

  /** The next number of that kind; numbers are never reused. */
  nextNumber(kind: 'backup' | 'restore' | 'binding'): number {
    const key = lastNumbers[kind];
    const number = (this.record.value[key] ?? 0) + 1;
    this.record.save({ [key]: number });
    return number;
  }

  /** Makes the server read-only, or ends that. */
  async setReadOnly(readOnly: boolean): Promise<void> {
    const server = this.server();
    this.currentReadOnly = readOnly;
    try {
      await this.reload(server);
      this.record.save({ readOnly });
    } catch (error) {
      this.currentReadOnly = this.readOnly;
      throw error;
    }
    this.options.onChange();
  }

  /** Stops the server and aborts running work on the instance. */
  async stop(reason: AbortReason): Promise<void> {
    this.abortController.abort(reason);
    // A start may take minutes, so it is ended and not awaited.
    if (this.currentWork === startWork) await this.processes.stop();
    await this.mutex.runExclusive(() => this.processes.stop());
  }

  /** Stops the server and removes everything except the backups. */
  async destroy(): Promise<void> {
    await this.stop('deleted');
    await rm(this.options.files.folder, { recursive: true, force: true });
  }

  /** Throws ServiceError when the programs are missing, or the plan or parameters are not supported. */
  private async open(order: PlanAndParameters): Promise<EngineInstance> {
    const { engine, programs } = this.options;
    const found = await programs.find(this.record.value.serviceName);
    this.config ??= parseConfig(engine, order);
    this.opened ??= engine.open(
      createContext({
        ...this.options,
        programs: found,
        record: this.record,
        processes: this.processes,
        currentConfig: () => this.config,
        isReadOnly: () => this.currentReadOnly,
      }),
    );
    return this.opened;
  }

  /** Creates data, server and users. Replaces the remains of an interrupted attempt. */
  private async provision(order: InstanceOrder): Promise<void> {
    const { engine, files, runAs } = this.options;
    const server = await this.open(order);
    const { planName, parameters } = order;
    this.config = parseConfig(engine, order);
    await mkdir(files.folder, { recursive: true, mode: 0o711 });
    this.record.save({ planName, parameters, caCertificate: undefined });
    await this.processes.stop();
    await createServerFolder(runAs, files.data);
    await this.choosePorts();
    await server.initialise();
    await this.startProcesses();
    await server.prepare();
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
  private async update(order: InstanceOrder): Promise<void> {
    const next = parseConfig(this.options.engine, order);
    this.config ??= this.parseStored() ?? next;
    const server = await this.open(order);
    const before = this.config;
    const change = await server.planUpdate(next);
    try {
      await this.apply(server, next, change);
    } catch (error) {
      await this.apply(server, before, change);
      throw error;
    }
    await server.prepare();
    const { planName, parameters } = order;
    const updatedAt = new Date().toISOString();
    this.record.save({ planName, parameters, updatedAt });
  }

  /** `undefined` when this version of the provider refuses what an earlier one has stored. */
  private parseStored(): unknown {
    try {
      return parseConfig(this.options.engine, this.record.value);
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  private async apply(
    server: EngineInstance,
    config: unknown,
    change: 'reload' | 'restart',
  ) {
    this.config = config;
    if (change === 'restart') await this.processes.stop();
    if (this.processes.state.phase === 'running') await this.reload(server);
    else await this.startProcesses();
  }

  private async reload(server: EngineInstance): Promise<void> {
    await server.configure();
    await server.reload();
  }

  private async startProcesses(): Promise<void> {
    await this.processes.start();
    const version = await this.opened?.version();
    if (version !== this.record.value.version) this.record.save({ version });
  }

  private async prepareStart() {
    const server = await this.open(this.record.value);
    await this.choosePorts();
    await server.configure();
    return server.processes();
  }

  /** Runs before every start, because another process may have taken a port meanwhile. */
  private async choosePorts(): Promise<void> {
    const before = this.record.value.ports;
    const ports: Record<string, number> = {};
    for (const name of this.options.engine.ports) {
      ports[name] = await pickPort({
        preferred: before[name],
        exclude: [...this.options.reservedPorts(), ...Object.values(ports)],
      });
    }
    if (!isDeepStrictEqual(ports, before)) this.record.save({ ports });
  }

  private async recordingFailure(work: () => Promise<void>): Promise<void> {
    this.failure = undefined;
    try {
      await work();
    } catch (error) {
      this.failure = conditionMessage(error);
      throw error;
    }
  }

  private reportServer(): InstanceReport['server'] {
    const { state } = this.processes;
    if (state.phase === 'running') return { running: true, note: state.note };
    return {
      running: false,
      reason:
        state.phase === 'down'
          ? state.reason
          : (this.failure ??
            `The ${this.options.engine.title} server is being started.`),
    };
  }
}
