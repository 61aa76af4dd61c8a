// Certificates of servers: read from a connection, and judged by their ends.
import { isIP, LookupFunction } from 'node:net';
import { connect, DetailedPeerCertificate, TLSSocket } from 'node:tls';

/** What a server shows. */
export interface ServerCertificate {
  /** Beginning of the server's certificate. */
  validFrom: Date;
  /** The earliest end of the certificate and those that signed it. */
  validTo: Date;
  /** Why a client with the given certificate authority refuses the certificate; absent if accepted. */
  refusal?: string;
}

/** How a server is asked for its certificate. */
export interface ServerCertificateOptions {
  /** Aborts the connection. */
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

function certificateOf(socket: TLSSocket): ServerCertificate {
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
export function readServerCertificate(
  { hostname, port }: URL,
  { ca, lookup, serverName, signal }: ServerCertificateOptions,
): Promise<ServerCertificate> {
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
      resolve(certificateOf(socket));
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

const dayMs = 24 * 3_600_000;
const noticeMs = 14 * dayMs;

/** Whether something that ends is valid for a while. */
export type ValidityState = 'valid' | 'ending' | 'ended';

/**
 * Whether something that ends is valid for a while.
 *
 * @param now - milliseconds since 1970
 * @param notice - time before the end from which on it is `ending`, in milliseconds; default: two weeks
 */
export function validityState(
  end: Date,
  now: number,
  notice: number = noticeMs,
): ValidityState {
  const left = end.getTime() - now;
  if (left <= 0) return 'ended';
  return left < notice ? 'ending' : 'valid';
}

/**
 * Whether a certificate is accepted, and valid for a while: two weeks, or the last quarter of one that lives for days
 * only.
 *
 * @param now - milliseconds since 1970
 */
export function certificateState(
  { refusal, validFrom, validTo }: ServerCertificate,
  now: number,
): ValidityState | 'refused' {
  const quarter = (validTo.getTime() - validFrom.getTime()) / 4;
  const state = validityState(validTo, now, Math.min(noticeMs, quarter));
  return refusal && state !== 'ended' ? 'refused' : state;
}
