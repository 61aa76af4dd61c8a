/** Reads the certificate of a server. */
import { isIP, type LookupFunction } from 'node:net';
import {
  connect,
  type DetailedPeerCertificate,
  type TLSSocket,
} from 'node:tls';

/** What a server shows. */
export interface CertificateFacts {
  /** Beginning and end of the server's certificate. */
  validFrom: Date;
  /** The earliest end of the certificate and those that signed it. */
  validTo: Date;
  /** Why a client with the given certificate authority refuses the certificate; absent if accepted. */
  refusal?: string;
}

/** How the server is asked. */
export interface CertificateOptions {
  signal: AbortSignal;
  /** PEM of the certificate authority; default: those of the platform. */
  ca?: string;
  /** Name that the certificate must contain; default: the host. */
  serverName?: string;
  /** Resolves the host; default: the system. */
  lookup?: LookupFunction;
}

/** The certificate and those that signed it, as far as the server sends them; a root signs itself. */
function chainOf(
  certificate: DetailedPeerCertificate,
): DetailedPeerCertificate[] {
  const { issuerCertificate } = certificate;
  return issuerCertificate && issuerCertificate !== certificate
    ? [certificate, ...chainOf(issuerCertificate)]
    : [certificate];
}

function factsOf(socket: TLSSocket): CertificateFacts {
  const certificate = socket.getPeerCertificate(true);
  const ends = chainOf(certificate).map(one => Date.parse(one.valid_to));
  const { authorizationError } = socket;
  return {
    validFrom: new Date(certificate.valid_from),
    validTo: new Date(Math.min(...ends)),
    ...(authorizationError && { refusal: String(authorizationError) }),
  };
}

/**
 * Connects to the server of an https URL, and sends nothing.
 *
 * @throws Error without a connection; the signal's reason when it aborts
 */
export function readCertificate(
  { hostname, port }: URL,
  { ca, lookup, serverName, signal }: CertificateOptions,
): Promise<CertificateFacts> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = serverName ?? host;
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // Names only, says RFC 6066; the identity is checked against addresses, too.
      ...(isIP(name) === 0 && { servername: name }),
      ca,
      lookup,
      // Reads certificates that have ended, too; the refusal is reported.
      rejectUnauthorized: false,
    });
    const abort = () => socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('secureConnect', () => {
      resolve(factsOf(socket));
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
      reject(new Error('the server closed the connection'));
    });
    if (signal.aborted) abort();
  });
}
