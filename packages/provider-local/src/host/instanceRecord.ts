/** The stored state of an instance. Holds credentials: readable by the provider's user alone, never logged. */
import { InstanceOrder } from './reports';
import { randomSecret } from './secrets';

export interface InstanceRecord {
  id: string;
  title: string;
  serviceName: string;
  planName: string;
  parameters: Record<string, unknown>;
  state: 'deploying' | 'provisioned';
  /** By the names in the engine's `ports`. */
  ports: Record<string, number>;
  adminPassword: string;
  /** Further passwords are derived from this key. */
  bindingKey: string;
  /** PEM, for plans with TLS. */
  caCertificate?: string;
  /** Version of the server, since its first start. */
  version?: string;
  /** Whether the quota is exhausted. */
  readOnly: boolean;
  createdAt: string;
  provisionedAt?: string;
  updatedAt?: string;
  lastBackupId: number;
  lastRestoreId: number;
  /** Absent before the first service binding. */
  lastBindingId?: number;
}

/** The initial record of a new instance. */
export function newInstanceRecord(
  order: InstanceOrder,
  now: Date,
): InstanceRecord {
  return {
    ...order,
    ports: {},
    state: 'deploying',
    adminPassword: randomSecret(),
    bindingKey: randomSecret(),
    readOnly: false,
    createdAt: now.toISOString(),
    lastBackupId: 0,
    lastRestoreId: 0,
  };
}
