/** A certificate authority and a server certificate for one instance, for plans with TLS. */
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** PEM texts. The authority's key is discarded after signing this certificate. */
export interface ServerCertificate {
  caCertificate: string;
  certificate: string;
  privateKey: string;
}

const algorithm = {
  name: 'ECDSA',
  namedCurve: 'P-256',
  hash: 'SHA-256',
} as const;
const years = 10;

const newKeys = () =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** Issues a certificate for 127.0.0.1 and localhost under a new authority. */
export async function issueServerCertificate(
  title: string,
  now = new Date(),
): Promise<ServerCertificate> {
  const notAfter = new Date(now);
  notAfter.setFullYear(now.getFullYear() + years);
  const issuer = new x509.Name([{ CN: [`klutch ${title} ca`] }]).toString();
  const caKeys = await newKeys();
  const ca = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: issuer,
      keys: caKeys,
      notBefore: now,
      notAfter,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      ],
    },
    webcrypto as Crypto,
  );
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject: new x509.Name([{ CN: ['127.0.0.1'] }]).toString(),
      issuer,
      publicKey: keys.publicKey,
      signingKey: caKeys.privateKey,
      notBefore: now,
      notAfter,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'dns', value: 'localhost' },
        ]),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ],
    },
    webcrypto as Crypto,
  );
  const privateKey = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    caCertificate: ca.toString('pem'),
    certificate: certificate.toString('pem'),
    privateKey: x509.PemConverter.encode(privateKey, 'PRIVATE KEY'),
  };
}
