/** The interface behind which every kind of data service of this provider lives (PostgreSQL is the first). */

import { ServiceError } from './errors';

/** Whether a service and plan can be had here, and if not, why, in words. */
export type Availability =
  { available: true } | { available: false; reason: string };

/** What somebody ordered: one service instance. */
export interface InstanceOrder {
  /** Stable id of the instance, also its folder name. */
  id: string;
  /** For people: shows up in process lists. */
  title: string;
  serviceName: string;
  planName: string;
  /** By the broker's keys, for example `max_connections`. */
  parameters: Record<string, unknown>;
}

/** How an instance is, as the provider knows it without asking the server. */
export interface InstanceReport {
  state: 'deploying' | 'provisioned';
  serviceId: string;
  planId: string;
  /** The parameters that are in force. */
  parameters: Record<string, unknown>;
  /** RFC 3339, as are all times. */
  createdAt: string;
  provisionedAt?: string;
  updatedAt?: string;
  /** The server process: answering, or why not. `note` tells of a crash that it has come back from. */
  server: { running: true; note?: string } | { running: false; reason: string };
  /** The quota of the plan: within it, or what happened to writes. */
  storage: { within: true } | { within: false; message: string };
}

/** The keys and values of a credentials secret, and the address that may be shown without any right. */
export interface Connection {
  secret: Record<string, string>;
  address: { host: string; port: number; label: string };
}

/** States that backups and restores pass through; `done` and `failed` are final. */
export type JobState = 'queued' | 'running' | 'done' | 'failed';

/** One backup, as it is now. */
export interface BackupReport {
  /** Counts up in each instance and is never used twice. */
  id: number;
  instanceId: string;
  status: JobState;
  triggeredAt: string;
  finishedAt?: string;
  /** Bytes of the file. */
  size?: number;
  downloadable: boolean;
  /** Why it failed, in words. */
  failure?: string;
}

/** One restore, as it is now. */
export interface RestoreReport {
  id: number;
  instanceId: string;
  backupId: number;
  state: JobState;
  triggeredAt: string;
  finishedAt?: string;
  failure?: string;
}

/** What changed inside a service without a Kubernetes event telling of it. */
export interface ServiceChange {
  kind: 'instance' | 'backup' | 'restore';
  id: string;
}

/**
 * A kind of data service. Every method is idempotent: reconcilers call them again and again with the same order.
 * They throw `ServiceError` for what people have to know.
 */
export interface DataService {
  /** The value of the label `klutch.io/instance-type`. */
  readonly type: string;
  availability(serviceName: string, planName: string): Availability;

  /** Starts what is on disk of these instances again, after a restart of the provider. */
  recoverAfterRestart(instanceIds: string[]): Promise<void>;
  /** Ids on disk that nobody ordered (their managed resource is gone). They are left alone. */
  orphaned(instanceIds: string[]): Promise<string[]>;

  /** What is known of an instance; `undefined` when there is nothing on disk. */
  instance(id: string): InstanceReport | undefined;
  /** Why the order can never be carried out as it stands, told without trying it. */
  validateOrder(order: InstanceOrder): ServiceError | undefined;
  /** Creates the instance, or changes plan and parameters. */
  ensureInstance(order: InstanceOrder): Promise<InstanceReport>;
  /** Whether `ensureInstance` would have to do something. */
  isUpToDate(order: InstanceOrder): boolean;
  /** Ends the server. `keepData` leaves the data directory where it is. */
  deleteInstance(id: string, options: { keepData: boolean }): Promise<void>;

  /** Creates the user of a service binding, or gives the same credentials again. */
  bind(instanceId: string, bindingId: string): Promise<Connection>;
  unbind(instanceId: string, bindingId: string): Promise<void>;

  /** How a backup is; `undefined` when there is none of that id. */
  backup(backupId: string): BackupReport | undefined;
  /** Starts a backup and returns at once; it goes on by itself. The same id again: its report. */
  startBackup(request: {
    backupId: string;
    instanceId: string;
  }): Promise<BackupReport>;
  /** Removes the backup and its file. Throws while it runs or is restored from. */
  deleteBackup(backupId: string): Promise<void>;

  /** How a restore is; `undefined` when there is none of that id. */
  restore(restoreId: string): RestoreReport | undefined;
  /** Starts a restore of a backup that is done and returns at once; it goes on by itself. The same id again: its report. */
  startRestore(request: {
    restoreId: string;
    backupId: string;
  }): Promise<RestoreReport>;
  /** Forgets a restore. Throws while it runs. */
  deleteRestore(restoreId: string): Promise<void>;

  /** Returns the function that ends the subscription. */
  onChange(listener: (change: ServiceChange) => void): () => void;
  /** Ends all servers in order; they come back with `resume`. */
  stop(): Promise<void>;
}
