/** The credentials of a service binding. */
import { Connection } from '../../host/ServiceEngine';

/** The secret's data and the non-secret address. */
export function connectionOf(options: {
  port: number;
  database: string;
  username: string;
  password: string;
  /** For plans with TLS. */
  caCertificate?: string;
}): Connection {
  const { port, database, username, password, caCertificate } = options;
  const host = '127.0.0.1';
  const tls = caCertificate ? '?tls=true' : '';
  return {
    secret: {
      default_database: database,
      hosts: `[${host}:${port}]`,
      password,
      uri: `mongodb://${username}:${password}@${host}:${port}/${database}${tls}`,
      username,
      ...(caCertificate ? { cacrt: caCertificate } : {}),
    },
    addresses: [{ host, port, label: 'MongoDB', database }],
  };
}
