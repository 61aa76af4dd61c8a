/** An HTTP server with limits, that ends in good order. */
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

/** A server that listens. */
export interface ListeningServer {
  readonly port: number;
  /** Takes no more requests, finishes those under way for at most five seconds, and ends. */
  close(): Promise<void>;
}

/** What is not said where a server listens. */
export interface ListenOptions {
  logger?: Logger;
  /** Of each request. */
  limits?: ServerOptions;
}

const defaultLimits: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // Node looks for requests that take too long each half minute only.
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
};
const shutdownGraceMs = 5_000;

/** @throws BindingError `Misconfigured` when it cannot listen there */
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
