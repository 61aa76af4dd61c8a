/** Passwords and the format of a credentials secret. */
import { createHmac, randomBytes } from 'node:crypto';
import { Connection } from '../../dataService';

/** A new random secret of 256 bits, safe in URLs and SQL. */
export const randomSecret = () => randomBytes(32).toString('base64url');

/**
 * The password for `purpose`, derived from the instance's random key. Derivation restores the same credentials in a
 * secret that was deleted, without storing any password.
 */
export function derivePassword(key: string, purpose: string): string {
  return createHmac('sha256', key)
    .update(purpose)
    .digest('base64url')
    .slice(0, 32);
}

const hexOf = (id: string) => id.replaceAll('-', '').slice(0, 32);

/** The login role of a service binding. */
export const bindingRole = (bindingId: string) => `b${hexOf(bindingId)}`;

/** The database of an instance. */
export const databaseName = (instanceId: string) =>
  `d${hexOf(instanceId).slice(0, 12)}`;

/** The role that owns the database and everything in it. */
export const ownerRole = (database: string) => `${database}_owner`;

/** The secret's data and the non-secret address of one binding. */
export function connectionOf(options: {
  port: number;
  database: string;
  username: string;
  password: string;
  caCertificate?: string;
}): Connection {
  const { port, database, username, password, caCertificate } = options;
  const host = '127.0.0.1';
  return {
    secret: {
      host,
      hosts: `[${host}]`,
      name: database,
      password,
      port: String(port),
      uri: `postgres://${username}:${password}@${host}:${port}/${database}`,
      username,
      ...(caCertificate ? { cacrt: caCertificate } : {}),
    },
    address: { host, port, label: 'SQL' },
  };
}
