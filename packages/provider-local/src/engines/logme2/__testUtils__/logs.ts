/** Shared helpers of the tests with a real log receiver. */
import { createSocket } from 'node:dgram';
import { createConnection } from 'node:net';
import { ConnectionOptions, connect } from 'node:tls';
import { InstanceOrder } from '../../../host/reports';
import { instanceId } from '../../../testing/host';

const host = '127.0.0.1';

export const orderOf = (
  parameters: Record<string, unknown> = {},
): InstanceOrder => ({
  id: instanceId,
  title: 'logs',
  serviceName: 'a9s-logme2',
  planName: 'logme-single-small-ssl',
  parameters,
});

/** A message in the form of RFC 5424. */
const syslog = (text: string) =>
  `<12>1 ${new Date().toISOString()} app-host shop 77 - - ${text}`;

export const sendUdp = (port: number, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.send(syslog(text), port, host, error => {
      socket.close();
      if (error) reject(error);
      else resolve();
    });
  });

export const sendTcp = (port: number, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    createConnection(port, host)
      .on('error', reject)
      .on('close', () => resolve())
      .end(`${syslog(text)}\n`)
      .resume();
  });

/** Sends to the drain of a binding, with a verified certificate. Returns the version of TLS. */
export function sendTls(
  secret: Record<string, string>,
  text: string,
  options: ConnectionOptions = {},
): Promise<string | null> {
  const port = Number(new URL(secret.syslog_drain_url ?? '').port);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ca: secret.cacrt, ...options });
    let version: string | null = null;
    socket
      .on('secureConnect', () => {
        version = socket.getProtocol();
        socket.end(`${syslog(text)}\n`);
      })
      .on('error', reject)
      .on('close', () => resolve(version))
      .resume();
  });
}
