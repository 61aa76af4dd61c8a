// Trust and certificates as TLS wants them; broken ones are found here, before a connection is tried with them.
import { X509Certificate } from 'node:crypto';
import { createSecureContext, SecureContext } from 'node:tls';
import { ClientCertificate } from './credentials';

function check(what: string, action: () => unknown): void {
  try {
    action();
  } catch {
    // OpenSSL's words help nobody, and might quote.
    throw new Error(
      `The ${what} cannot be used. Check that it is complete and in PEM format.`,
    );
  }
}

/**
 * What all connections of a cluster share.
 * @param ca - certificates of the authorities to trust, PEM; default: those that Node.js trusts
 * @throws Error in words when something is not PEM, or a key does not belong to its certificate
 */
export function makeSecureContext(
  ca: string | undefined,
  certificate: ClientCertificate | undefined,
): SecureContext {
  // `createSecureContext` takes any text for an authority, and then trusts nobody.
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
