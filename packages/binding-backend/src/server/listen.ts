/** An HTTP server with limits and graceful shutdown. */
import { once } from 'node:events';
import {
  createServer,
  type RequestListener,
  type ServerOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseListenAddress, type Logger } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import type { HandshakeConfig } from './config';
import { createHttpsServer } from './httpsServer';

export interface ListeningServer {
  readonly port: number;
  /** Stops accepting requests, lets running ones finish for at most five seconds, and closes. */
  close(): Promise<void>;
}

/** Options of {@link listen}. */
export interface ListenOptions {
  logger?: Logger;
  /** Limits of each request. */
  limits?: ServerOptions;
}

const defaultLimits: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // Node's default checks for timed-out requests only every 30 s.
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
};
const shutdownGraceMs = 5_000;

/** @throws BindingError `Misconfigured` when the server cannot listen on the address */
export const listen = async (
  { listen: address, tls }: Pick<HandshakeConfig, 'listen' | 'tls'>,
  handle: RequestListener,
  { limits = defaultLimits, logger }: ListenOptions = {},
): Promise<ListeningServer> => {
  const server = tls
    ? createHttpsServer({ tls, limits, logger }, handle)
    : createServer(limits, handle);
  const { host, port } = parseListenAddress(address);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new BindingError(
      'Misconfigured',
      `The server cannot listen on ${address} (${code}). Choose another address in handshake.listen.`,
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const forceCloseTimer = setTimeout(
        () => server.closeAllConnections(),
        shutdownGraceMs,
      );
      await closed;
      clearTimeout(forceCloseTimer);
    },
  };
};
