/** The stored state of an instance. Holds credentials: readable by the provider's user alone, never logged. */
import { databaseName, randomSecret } from './credentials';
import { InstanceOrder } from '../../dataService';

export interface InstanceRecord {
  id: string;
  title: string;
  serviceName: string;
  planName: string;
  parameters: Record<string, unknown>;
  state: 'deploying' | 'provisioned';
  database: string;
  port: number;
  adminPassword: string;
  /** The passwords of bindings and of maintenance are derived from this key. */
  bindingKey: string;
  /** PEM, for plans with TLS. */
  caCertificate?: string;
  /** Whether the quota is exhausted. */
  readOnly: boolean;
  createdAt: string;
  provisionedAt?: string;
  updatedAt?: string;
  lastBackupId: number;
  lastRestoreId: number;
}

/** The initial record of a new instance. */
export function newInstanceRecord(
  order: InstanceOrder,
  port: number,
  now: Date,
): InstanceRecord {
  return {
    ...order,
    port,
    state: 'deploying',
    database: databaseName(order.id),
    adminPassword: randomSecret(),
    bindingKey: randomSecret(),
    readOnly: false,
    createdAt: now.toISOString(),
    lastBackupId: 0,
    lastRestoreId: 0,
  };
}
