/** The format of a credentials secret. */
import { Connection } from '../../host/ServiceEngine';

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
    addresses: [{ host, port, label: 'SQL', database }],
  };
}
