/** The credentials of a service binding. */
import { Connection } from '../../host/ServiceEngine';

const host = '127.0.0.1';

export function connectionOf(options: {
  searchPort: number;
  syslogPort: number;
  username: string;
  password: string;
  caCertificate: string;
}): Connection {
  const { searchPort, syslogPort, username, password, caCertificate } = options;
  return {
    secret: {
      cacrt: caCertificate,
      host: `https://${host}:${searchPort}`,
      password,
      syslog_drain_url: `syslog-tls://${host}:${syslogPort}`,
      username,
    },
    addresses: [{ host, port: searchPort, label: 'Logme2' }],
  };
}
