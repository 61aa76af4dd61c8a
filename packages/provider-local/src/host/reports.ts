/** The orders that controllers give to the host, and the states that it reports. */

import type { InstanceUsage } from './usage';

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
  /** Version of the server, since its first start. */
  version?: string;
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
  /** As last measured; empty after a restart of the provider. */
  usage: InstanceUsage;
}

/** States of backups and restores; `done` and `failed` are final. */
export type JobState = 'queued' | 'running' | 'done' | 'failed';

/** The current state of one backup. */
export interface BackupReport {
  /** Increases within an instance and is never reused. */
  id: number;
  instanceId: string;
  /** `deleted`: the file was removed after the time that backups are kept. */
  status: JobState | 'deleted';
  triggeredAt: string;
  finishedAt?: string;
  /** Size in bytes; what is written so far while the backup runs. */
  size?: number;
  downloadable: boolean;
  /** Why there is no backup, as a message for users. */
  failure?: string;
}

/** The current state of one restore. */
export interface RestoreReport {
  id: number;
  instanceId: string;
  backupId: number;
  state: JobState;
  /** What is restored so far, of services that report it. */
  progress?: { bytes: number; of: number };
  triggeredAt: string;
  finishedAt?: string;
  failure?: string;
}

/** A change inside a service that causes no Kubernetes event. */
export interface ServiceChange {
  kind: 'instance' | 'backup' | 'restore';
  id: string;
}
