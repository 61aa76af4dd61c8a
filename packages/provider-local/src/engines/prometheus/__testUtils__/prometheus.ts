/** Shared helpers of the tests with real servers. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import { InstanceOrder } from '../../../host/reports';
import { instanceId } from '../../../testing/host';
import { basicAuth } from '../client';

/** An order of Prometheus. */
export const orderOf = (
  parameters: Record<string, unknown> = {},
  size = 'small',
): InstanceOrder => ({
  id: instanceId,
  title: 'shop',
  serviceName: 'a9s-prometheus',
  planName: `prometheus-single-${size}`,
  parameters,
});

/** Folder of the instance under the data folder of a service. */
export const instanceFolder = (dataDir: string) =>
  join(dataDir, 'prometheus', 'instances', instanceId);

export type Secret = Record<string, string>;

const urlIn = (list = '') => list.replace(/^\[|\]$/g, '');

/** A request of an application, with the credentials of its binding. */
export const request = (
  secret: Secret,
  server: 'prometheus' | 'alertmanager',
  path: string,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(`${urlIn(secret[`${server}_urls`])}${path}`, {
    ...init,
    headers: {
      authorization: basicAuth(secret.username ?? '', secret.password ?? ''),
      ...init.headers,
    },
  });

/** The series and values that a PromQL expression has now. */
export async function query(
  secret: Secret,
  expression: string,
): Promise<{ labels: Record<string, string>; value: string }[]> {
  const path = `/api/v1/query?query=${encodeURIComponent(expression)}`;
  const response = await request(secret, 'prometheus', path);
  if (!response.ok) throw new Error(`${response.status}`);
  const { data } = await response.json();
  return data.result.map(
    ({
      metric,
      value,
    }: {
      metric: Record<string, string>;
      value: string[];
    }) => ({
      labels: metric,
      value: value[1],
    }),
  );
}

/** Sends lines to the Graphite exporter, each with the present time. */
export async function sendSamples(
  secret: Secret,
  protocol: 'tcp' | 'udp',
  ...lines: string[]
): Promise<void> {
  const port = Number(secret.graphite_exporter_port);
  const host = urlIn(secret.graphite_exporters);
  const seconds = Math.floor(Date.now() / 1000);
  const text = lines.map(line => `${line} ${seconds}\n`).join('');
  if (protocol === 'udp') {
    const socket = createSocket('udp4');
    await new Promise(resolve => {
      socket.send(text, port, host, resolve);
    });
    socket.close();
    return;
  }
  const socket = connect(port, host);
  socket.end(text).resume();
  await once(socket, 'close');
}
