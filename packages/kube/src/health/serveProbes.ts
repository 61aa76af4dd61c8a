// A small HTTP server for probes and metrics.
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { probeHandler, ProbeOptions } from './probeHandler';

/** Listen address and sources of the responses. */
export interface ProbeServerOptions extends ProbeOptions {
  /** Port to listen on; 0 chooses a free one. */
  port: number;
  /**
   * Address to listen on. Default: all, since a kubelet connects from outside. Anyone who can reach the port can read
   * the metrics. On a developer's machine: `127.0.0.1`.
   */
  host?: string;
}

/** A listening server. */
export interface ProbeServer {
  /** The port it listens on. */
  readonly port: number;
  /** Stops listening and ends all connections. */
  close(): Promise<void>;
}

/** A probe sends very little; slower clients are disconnected. */
const requestTimeoutMs = 5_000;

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  const why =
    error.code === 'EADDRINUSE'
      ? 'another process uses it'
      : (error.code ?? 'unknown error');
  return new Error(
    `The server for probes and metrics cannot listen on port ${port}: ${why}. Choose another port or address.`,
  );
}

/**
 * Serves the routes of `probeHandler`; 404 for all others. The server does not keep the process alive.
 * @throws Error with a readable message when the server cannot listen
 */
export async function serveProbes(
  options: ProbeServerOptions,
): Promise<ProbeServer> {
  const handle = probeHandler(options);
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      maxHeaderSize: 8 * 1024,
    },
    (request, response) => {
      if (handle(request, response)) return;
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('not found\n');
    },
  );
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(listenError(error, options.port)));
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
