/** Answers the kubelet: alive, and ready. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KonnectorHealth } from '../konnector';

/** A listening health server. */
export interface HealthServer {
  /** `host:port` it listens on. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Splits `host:port`; `:8080` and `8080` mean all interfaces, port 0 any free one.
 * @throws Error in words when it is neither.
 */
export function parseAddress(text: string): { host?: string; port: number } {
  const [, host = '', digits = ''] =
    /^(?:(\[[0-9a-fA-F:]+\]|[^:]*):)?(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) {
    throw new Error(
      `"${text}" is no address to listen on. Write host:port, or :port for all interfaces.`,
    );
  }
  const bare = host.replace(/^\[|\]$/g, '');
  return bare ? { host: bare, port } : { port };
}

/**
 * `/healthz` answers 200 as long as the process works at all, `/readyz` 200 when ready and 503 with the reason in words
 * otherwise.
 * @throws Error in words when the address is taken or not ours.
 */
export async function startHealthServer(
  address: string,
  health: () => KonnectorHealth,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const send = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.end(`${text}\n`);
    };
    const path = request.url?.split('?')[0];
    if (path === '/healthz') send(200, 'ok');
    else if (path === '/readyz') {
      const { ready, waitsFor } = health();
      send(ready ? 200 : 503, ready ? 'ok' : (waitsFor ?? 'not ready'));
    } else send(404, 'There is /healthz and /readyz.');
  });
  const { host, port } = parseAddress(address);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          `The health server cannot listen on ${address} (${error.code}). Choose another --health-address.`,
        ),
      ),
    );
    server.listen({ host, port }, resolve);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    address: `${name}:${bound.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
