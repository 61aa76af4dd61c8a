// A small server for probes and metrics.
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { probeHandler, ProbeOptions } from './probeHandler';

/** Where to listen, and what to answer about. */
export interface ProbeServerOptions extends ProbeOptions {
  /** 0 takes a free one. */
  port: number;
  /**
   * Address to listen on. Default: all of them, since a kubelet comes from outside; anybody who can reach the port can
   * read the metrics. On a desk: `127.0.0.1`.
   */
  host?: string;
}

/** A server that listens. */
export interface ProbeServer {
  /** The port it listens on. */
  readonly port: number;
  /** Stops listening and ends all connections. */
  close(): Promise<void>;
}

/** A probe sends next to nothing; whoever takes longer is none. */
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
 * Serves the routes of `probeHandler` and nothing else (404). It does not keep the process alive.
 * @throws Error in words when it cannot listen
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
