/** The credentials of a service binding. */
import { Connection } from '../../host/ServiceEngine';
import { Ports } from './configuration';

const host = '127.0.0.1';

export function connectionOf(options: {
  ports: Ports;
  username: string;
  password: string;
}): Connection {
  const { ports, username, password } = options;
  const urls = (port: number) => `[http://${host}:${port}]`;
  return {
    secret: {
      alertmanager_urls: urls(ports.alertmanager),
      // The plans offered here have no Grafana.
      grafana_urls: '[]',
      graphite_exporter_port: String(ports.graphite),
      graphite_exporters: `[${host}]`,
      password,
      prometheus_urls: urls(ports.prometheus),
      username,
    },
    addresses: [
      { host, port: ports.prometheus, label: 'Prometheus' },
      { host, port: ports.alertmanager, label: 'Alertmanager' },
      { host, port: ports.graphite, label: 'Graphite Exporter' },
    ],
  };
}
