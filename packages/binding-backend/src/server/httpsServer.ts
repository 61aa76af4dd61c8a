/** An HTTPS server that reloads a replaced certificate without a restart. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { RequestListener, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Logger } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import type { HandshakeConfig } from './config';

/** Paths of certificate and key. */
export type TlsFiles = NonNullable<HandshakeConfig['tls']>;

/** Configuration of {@link createHttpsServer}. */
export interface HttpsOptions {
  tls: TlsFiles;
  limits: ServerOptions;
  /** Logs reloads of the certificate and their failures. */
  logger?: Logger;
  /** Interval of polling the files, in milliseconds. Default 10 000. */
  pollMs?: number;
}

const readTlsFiles = ({ certFile, keyFile }: TlsFiles) => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
});

/**
 * Polls the files instead of watching them, because a Secret volume is updated by replacing symbolic links.
 * @throws BindingError `Misconfigured` when the files cannot be used
 */
export const createHttpsServer = (
  { tls, limits, logger, pollMs = 10_000 }: HttpsOptions,
  handle: RequestListener,
): Server => {
  let server: Server;
  try {
    server = createServer({ ...limits, ...readTlsFiles(tls) }, handle);
  } catch (error) {
    throw new BindingError(
      'Misconfigured',
      'The certificate or key of handshake.tls is invalid. Check that both files are readable and match.',
      { cause: error },
    );
  }
  const reloadCertificate = () => {
    try {
      server.setSecureContext(readTlsFiles(tls));
      logger?.info({}, 'the certificate was reloaded');
    } catch {
      // One of the files is often written a moment before the other.
      logger?.warn(
        {},
        'the new certificate and key of handshake.tls do not match; the previous ones stay in use',
      );
    }
  };
  const files = [tls.certFile, tls.keyFile];
  for (const file of files) {
    watchFile(file, { interval: pollMs, persistent: false }, reloadCertificate);
  }
  server.once('close', () =>
    files.forEach(file => unwatchFile(file, reloadCertificate)),
  );
  return server;
};
