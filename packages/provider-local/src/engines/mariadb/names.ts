/** Names of users and databases, and the format of a credentials secret. */
import { Connection } from '../../host/ServiceEngine';

const hexOf = (id: string) => id.replaceAll('-', '').slice(0, 32);

/** Matches exactly the users of service bindings, in SQL as well. */
export const bindingUserPattern = '^b[0-9a-f]{32}$';

/** The default database of an instance. */
export const databaseName = (instanceId: string) =>
  `d${hexOf(instanceId).slice(0, 12)}`;

/** Databases that every server has. */
export const systemDatabases = [
  'information_schema',
  'mysql',
  'performance_schema',
  'sys',
] as const;

/** Whether a user cannot choose the name for a database. */
export const isReservedName = (name: string) =>
  (systemDatabases as readonly string[]).includes(name) ||
  /^d[0-9a-f]{12}$/.test(name);

/** The secret's data and the non-secret address of one binding. */
export function connectionOf(options: {
  port: number;
  database: string;
  username: string;
  password: string;
  caCertificate: string;
}): Connection {
  const { port, database, username, password, caCertificate } = options;
  const host = '127.0.0.1';
  return {
    secret: {
      cacrt: caCertificate,
      host,
      hosts: `[${host}]`,
      name: database,
      password,
      port: String(port),
      uri: `mysql://${username}:${password}@${host}:${port}/${database}`,
      username,
    },
    addresses: [{ host, port, label: 'SQL', database }],
  };
}
