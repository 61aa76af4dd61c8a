/** The interface that every kind of data service of this provider implements (PostgreSQL is the first). */

import { ServiceError } from './errors';

/** Whether a service and plan are available; otherwise the reason, as a message for users. */
export type Availability =
  { available: true } | { available: false; reason: string };

/** The order of one service instance. */
export interface InstanceOrder {
  /** Stable id of the instance, also the name of its folder. */
  id: string;
  /** Display name, visible in process lists. */
  title: string;
  serviceName: string;
  planName: string;
  /** Parameters by the broker's keys, for example `max_connections`. */
  parameters: Record<string, unknown>;
}

/** State of an instance as cached by the provider, without a request to the server. */
export interface InstanceReport {
  state: 'deploying' | 'provisioned';
  serviceId: string;
  planId: string;
  /** The effective parameters. */
  parameters: Record<string, unknown>;
  /** RFC 3339, as all times of this file. */
  createdAt: string;
  provisionedAt?: string;
  updatedAt?: string;
  /** Whether the server process responds, or the reason why not. `note` reports a crash with a successful restart. */
  server: { running: true; note?: string } | { running: false; reason: string };
  /** Whether the size is within the plan's quota, or the consequence for writes. */
  storage: { within: true } | { within: false; message: string };
}

/** The data of a credentials secret, and the non-secret address. */
export interface Connection {
  secret: Record<string, string>;
  address: { host: string; port: number; label: string };
}

/** States of backups and restores; `done` and `failed` are final. */
export type JobState = 'queued' | 'running' | 'done' | 'failed';

/** The current state of one backup. */
export interface BackupReport {
  /** Increases within an instance and is never reused. */
  id: number;
  instanceId: string;
  status: JobState;
  triggeredAt: string;
  finishedAt?: string;
  /** Size of the file in bytes. */
  size?: number;
  downloadable: boolean;
  /** Why the backup failed, as a message for users. */
  failure?: string;
}

/** The current state of one restore. */
export interface RestoreReport {
  id: number;
  instanceId: string;
  backupId: number;
  state: JobState;
  triggeredAt: string;
  finishedAt?: string;
  failure?: string;
}

/** A change inside a service that causes no Kubernetes event. */
export interface ServiceChange {
  kind: 'instance' | 'backup' | 'restore';
  id: string;
}

/**
 * A kind of data service. Every method is idempotent, because reconcilers repeat calls with the same order. Methods
 * throw `ServiceError` for failures with a message for users.
 */
export interface DataService {
  /** Value of the label `klutch.io/instance-type`. */
  readonly type: string;
  availability(serviceName: string, planName: string): Availability;

  /** Restarts the existing servers of these instances after a restart of the provider. */
  recoverAfterRestart(instanceIds: string[]): Promise<void>;
  /** Ids on disk without a managed resource. Their data is never deleted automatically. */
  orphaned(instanceIds: string[]): Promise<string[]>;

  /** State of an instance; `undefined` when nothing is on disk. */
  instance(id: string): InstanceReport | undefined;
  /** Why the order can never be fulfilled in its present form, determined without side effects. */
  validateOrder(order: InstanceOrder): ServiceError | undefined;
  /** Creates the instance, or updates plan and parameters. */
  ensureInstance(order: InstanceOrder): Promise<InstanceReport>;
  /** Whether `ensureInstance` would change nothing. */
  isUpToDate(order: InstanceOrder): boolean;
  /** Stops and removes the server. `keepData` keeps the data directory. */
  deleteInstance(id: string, options: { keepData: boolean }): Promise<void>;

  /** Creates the user of a service binding, or returns its existing credentials. */
  bind(instanceId: string, bindingId: string): Promise<Connection>;
  unbind(instanceId: string, bindingId: string): Promise<void>;

  /** State of a backup; `undefined` for an unknown id. */
  backup(backupId: string): BackupReport | undefined;
  /** Starts a backup and returns without waiting for its end. For a known id: returns its report. */
  startBackup(request: {
    backupId: string;
    instanceId: string;
  }): Promise<BackupReport>;
  /** Removes the backup and its file. Throws while the backup, or a restore from it, runs. */
  deleteBackup(backupId: string): Promise<void>;

  /** State of a restore; `undefined` for an unknown id. */
  restore(restoreId: string): RestoreReport | undefined;
  /**
   * Starts a restore of a completed backup and returns without waiting for its end. For a known id: returns its
   * report.
   */
  startRestore(request: {
    restoreId: string;
    backupId: string;
  }): Promise<RestoreReport>;
  /** Deletes the record of a restore. Throws while the restore runs. */
  deleteRestore(restoreId: string): Promise<void>;

  /** Subscribes to changes. Returns the function that ends the subscription. */
  onChange(listener: (change: ServiceChange) => void): () => void;
  /** Stops all servers in order; `recoverAfterRestart` starts them again. */
  stop(): Promise<void>;
}
