/** An HTTPS server that goes on with a certificate that is exchanged, without a restart. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { RequestListener, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Logger } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import type { HandshakeConfig } from './config';

/** Where certificate and key are. */
export type TlsFiles = NonNullable<HandshakeConfig['tls']>;

/** How to serve. */
export interface HttpsOptions {
  tls: TlsFiles;
  limits: ServerOptions;
  /** Hears what became of files that were exchanged. */
  logger?: Logger;
  /** How often the files are looked at, in milliseconds. Default: every ten seconds. */
  pollMs?: number;
}

const readTlsFiles = ({ certFile, keyFile }: TlsFiles) => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
});

/**
 * Files are looked at rather than watched: a Secret that is mounted into a pod is exchanged by links.
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
      'The certificate or key of handshake.tls cannot be used. Check that both files can be read and belong together.',
      { cause: error },
    );
  }
  const reloadCertificate = () => {
    try {
      server.setSecureContext(readTlsFiles(tls));
      logger?.info({}, 'the certificate is in use');
    } catch {
      // One of the two is often written a moment before the other.
      logger?.warn(
        {},
        'certificate and key of handshake.tls have changed and cannot be used together; those before stay in use',
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
