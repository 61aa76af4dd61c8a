/** A CA, the certificates signed by the CA, and key pairs for tokens. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const YEARS = 10;

/** A certificate with its private key (PKCS #8), both PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

/** A private key (PKCS #8) and its public key (SPKI), both PEM. */
export interface SigningKey {
  privateKey: string;
  publicKey: string;
}

/** Subject and purpose of a certificate. */
export interface CertificateRequest {
  /** CN: the Kubernetes user name of a client certificate. */
  commonName: string;
  /** O, repeated: the Kubernetes groups of a client certificate. */
  organizations?: string[];
  usage: 'client' | 'server';
  /** DNS names and addresses of a server. */
  hosts?: { type: 'dns' | 'ip'; value: string }[];
}

x509.cryptoProvider.set(webcrypto as Crypto);

const generateKeys = () =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function toPem(
  format: 'pkcs8' | 'spki',
  key: webcrypto.CryptoKey,
): Promise<string> {
  const label =
    format === 'pkcs8'
      ? x509.PemConverter.PrivateKeyTag
      : x509.PemConverter.PublicKeyTag;
  return `${x509.PemConverter.encode(await webcrypto.subtle.exportKey(format, key), label)}\n`;
}

/** Valid from an hour ago, to tolerate slightly slow clocks, for ten years. */
function validity() {
  const notBefore = new Date(Date.now() - 3_600_000);
  const notAfter = new Date(notBefore);
  notAfter.setFullYear(notAfter.getFullYear() + YEARS);
  return { notBefore, notAfter };
}

const serialNumber = () =>
  Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))).toString('hex');

/** Creates the CA of a cluster. */
export async function createAuthority(commonName: string): Promise<KeyPair> {
  const keys = await generateKeys();
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [commonName] }],
    ...validity(),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign |
          x509.KeyUsageFlags.cRLSign |
          x509.KeyUsageFlags.digitalSignature,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    cert: `${cert.toString('pem')}\n`,
    key: await toPem('pkcs8', keys.privateKey),
  };
}

/** Issues a client or server certificate signed by the CA. */
export async function issueCertificate(
  authority: KeyPair,
  request: CertificateRequest,
): Promise<KeyPair> {
  const issuer = new x509.X509Certificate(authority.cert);
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    x509.PemConverter.decodeFirst(authority.key),
    ALGORITHM,
    false,
    ['sign'],
  );
  const keys = await generateKeys();
  const usage =
    request.usage === 'client'
      ? x509.ExtendedKeyUsage.clientAuth
      : x509.ExtendedKeyUsage.serverAuth;
  const hosts = request.hosts ?? [];
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    issuer: issuer.subjectName.toJSON(),
    subject: [
      { CN: [request.commonName] },
      ...(request.organizations ?? []).map(O => ({ O: [O] })),
    ],
    ...validity(),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([usage]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ...(hosts.length > 0
        ? [new x509.SubjectAlternativeNameExtension(hosts)]
        : []),
    ],
  });
  return {
    cert: `${cert.toString('pem')}\n`,
    key: await toPem('pkcs8', keys.privateKey),
  };
}

/** Creates the key pair for signing service account tokens. */
export async function createSigningKey(): Promise<SigningKey> {
  const keys = await generateKeys();
  return {
    privateKey: await toPem('pkcs8', keys.privateKey),
    publicKey: await toPem('spki', keys.publicKey),
  };
}
