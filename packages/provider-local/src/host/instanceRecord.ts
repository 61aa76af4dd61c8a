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
  /** Absent in records of earlier versions. */
  lastBindingId?: number;
}

/** A record as stored: earlier versions knew one port only. */
export type StoredInstanceRecord = InstanceRecord | LegacyInstanceRecord;
type LegacyInstanceRecord = Omit<InstanceRecord, 'ports'> & { port: number };

/** Converts a stored record. `portName` is the name of the only port that earlier versions had. */
export function readInstanceRecord(
  stored: StoredInstanceRecord,
  portName: string,
): InstanceRecord {
  if ('ports' in stored) return stored;
  const { port, ...rest } = stored;
  return { ...rest, ports: { [portName]: port } };
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
