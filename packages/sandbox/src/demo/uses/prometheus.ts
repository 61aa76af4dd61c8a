import { once } from 'node:events';
import { connect } from 'node:net';
import { waitFor } from '@klutch/local-processes';
import { basicAuth, onlyElement } from './httpCredentials';
import type { Credentials, ServiceUse } from './ServiceUse';

async function has(credentials: Credentials): Promise<boolean> {
  const response = await fetch(
    `${onlyElement(credentials.prometheus_urls)}/api/v1/query?query=orders_total`,
    { headers: basicAuth(credentials) },
  );
  if (!response.ok) throw new Error(`Prometheus answers ${response.status}.`);
  const { data } = await response.json();
  return data.result.length === 1;
}

export const prometheus: ServiceUse = {
  type: 'prometheus',
  plural: 'prometheusinstances',
  service: 'a9s-prometheus',
  plan: 'prometheus-single-small',
  // The exporter keeps a sample for minutes, so that it cannot be removed for a restore.
  hasBackups: false,
  async write(credentials) {
    const socket = connect(
      Number(credentials.graphite_exporter_port),
      onlyElement(credentials.graphite_exporters),
    );
    const seconds = Math.floor(Date.now() / 1000);
    socket.end(`orders_total 7 ${seconds}\n`).resume();
    await once(socket, 'close');
    await waitFor(() => has(credentials), {
      what: 'Prometheus has scraped the sample',
      timeoutMs: 30_000,
      intervalMs: 200,
    });
  },
  has,
  remove: async () => {},
};
