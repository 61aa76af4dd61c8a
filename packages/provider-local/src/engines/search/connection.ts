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
      // The form of a list with one element is that of the automation.
      host: `[https://${host}:${port}]`,
      hosts: `[${host}]`,
      password,
      port: String(port),
      scheme: 'https',
      username,
    },
    addresses: [{ host, port, label: 'Search' }],
  };
}
