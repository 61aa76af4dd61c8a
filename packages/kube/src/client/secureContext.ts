// Trust and certificates for TLS; invalid ones are rejected here, before a connection is tried.
import { X509Certificate } from 'node:crypto';
import { createSecureContext, SecureContext } from 'node:tls';
import { ClientCertificate } from './credentials';

function check(what: string, action: () => unknown): void {
  try {
    action();
  } catch {
    // OpenSSL's message is not helpful and might quote the data.
    throw new Error(
      `The ${what} cannot be used. Check that it is complete and in PEM format.`,
    );
  }
}

/**
 * The TLS context of all connections to a cluster.
 * @param ca - certificates of trusted authorities, PEM; default: those of Node.js
 * @throws Error with a readable message when something is not PEM, or a key does not match its certificate
 */
export function makeSecureContext(
  ca: string | undefined,
  certificate: ClientCertificate | undefined,
): SecureContext {
  // `createSecureContext` accepts any text as an authority, and then trusts no server.
  if (ca !== undefined) {
    check("cluster's certificate authority", () => new X509Certificate(ca));
  }
  if (certificate) {
    const { cert, key } = certificate;
    check('client certificate', () => new X509Certificate(cert));
    check("client certificate's key", () => createSecureContext({ key }));
    try {
      createSecureContext({ cert, key });
    } catch {
      throw new Error(
        'The client certificate and its key do not belong together. Check that both were renewed.',
      );
    }
  }
  return createSecureContext({ ca, ...certificate });
}
