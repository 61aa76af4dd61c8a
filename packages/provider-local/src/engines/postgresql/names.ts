/** Names of roles and databases, and the format of a credentials secret. */
import { Connection } from '../../host/ServiceEngine';

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
    addresses: [{ host, port, label: 'SQL' }],
  };
}
