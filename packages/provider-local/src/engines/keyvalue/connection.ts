/** The credentials of a service binding. */
import { Connection } from '../../host/ServiceEngine';

const host = '127.0.0.1';

export function connectionOf(options: {
  port: number;
  username: string;
  password: string;
  caCertificate: string;
}): Connection {
  const { port, username, password, caCertificate } = options;
  return {
    secret: {
      cacrt: caCertificate,
      host,
      hosts: `[${host}]`,
      load_balanced_host: host,
      'valkey.password': password,
      'valkey.port': String(port),
      'valkey.username': username,
    },
    addresses: [{ host, port, label: 'KeyValue' }],
  };
}
