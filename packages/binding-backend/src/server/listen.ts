/** An HTTP server with limits, that ends in good order. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type RequestListener,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseListenAddress } from '@klutch/kube';
import { BindingError } from '../bindingError';
import type { HandshakeConfig } from './config';

/** A server that listens. */
export interface ListeningServer {
  readonly port: number;
  /** Takes no more requests, finishes those under way for at most five seconds, and ends. */
  close(): Promise<void>;
}

const limits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  maxHeaderSize: 16 * 1024,
};
const finishMs = 5_000;

const createServer = (tls: HandshakeConfig['tls'], handle: RequestListener) => {
  if (!tls) return createHttpServer(limits, handle);
  try {
    const cert = readFileSync(tls.certFile);
    const key = readFileSync(tls.keyFile);
    return createHttpsServer({ ...limits, cert, key }, handle);
  } catch (error) {
    throw new BindingError(
      'Misconfigured',
      'The certificate or key of handshake.tls cannot be used. Check that both files can be read and belong together.',
      { cause: error },
    );
  }
};

/** @throws BindingError `Misconfigured` when it cannot listen there */
export const listen = async (
  { listen: address, tls }: Pick<HandshakeConfig, 'listen' | 'tls'>,
  handle: RequestListener,
): Promise<ListeningServer> => {
  const server = createServer(tls, handle);
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
      const late = setTimeout(() => server.closeAllConnections(), finishMs);
      await closed;
      clearTimeout(late);
    },
  };
};
