// Certificates and keys inside a kubeconfig: base64 of PEM.
import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto';
import { Section, text } from './fields';
import { SanitizeContext } from './SanitizeContext';
import { howToCopy, refuse } from './refuse';
import { checkValidity } from './validity';

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

const encode = (pem: string) => Buffer.from(pem).toString('base64');

function decode(section: Section, name: string): string | undefined {
  const value = text(section, name)?.replace(/\s+/g, '');
  if (value === undefined) return undefined;
  const isBase64 = value.length % 4 === 0 && /^[a-z0-9+/]+={0,2}$/i.test(value);
  return isBase64
    ? Buffer.from(value, 'base64').toString('utf8')
    : refuse(
        'base64',
        `${section.path}.${name}`,
        `Its ${name} is not base64: the copy is incomplete. ${howToCopy}`,
      );
}

/** All certificates of a PEM text; text between them is ignored. */
function certificatesOf(pem: string, field: string): X509Certificate[] {
  const pieces = pem.split(end);
  const rest = pieces.pop();
  try {
    const found = pieces.map(
      piece => new X509Certificate(piece.slice(piece.lastIndexOf(begin)) + end),
    );
    if (found.length > 0 && !rest?.includes(begin)) return found;
  } catch {
    // Refused below, as a text without certificates.
  }
  return refuse(
    'certificate',
    field,
    `Its ${field.replace(/^\w+\./, '')} is not a complete certificate in PEM format. ${howToCopy}`,
  );
}

/**
 * Signing with an RSA key of this size blocks the process for a third of a second; with a key ten times as long, a
 * thousand times that.
 */
const maxRsaBits = 8192;

function keyOf(pem: string, field: string): KeyObject {
  if (pem.includes('ENCRYPTED')) {
    // Checking whether the key matches would take as long as signing with it.
    refuse(
      'key',
      field,
      'Its client key is protected by a passphrase. Use a key without one.',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The error may quote the key.
    return refuse(
      'key',
      field,
      `Its client key is not a private key in PEM format. ${howToCopy}`,
    );
  }
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  return modulusLength <= maxRsaBits
    ? key
    : refuse(
        'key',
        field,
        `Its client key is longer than ${maxRsaBits} bits. Use a shorter one.`,
      );
}

const pemOf = (certificates: X509Certificate[]) =>
  encode(certificates.map(String).join(''));

/**
 * The authorities that sign the server's certificate, as base64; undefined when the kubeconfig holds none.
 *
 * @throws KubeconfigRefusedError when the certificates cannot be read or all have expired
 */
export function authorityOf(
  cluster: Section,
  context: SanitizeContext,
): string | undefined {
  const name = 'certificate-authority-data';
  const field = `${cluster.path}.${name}`;
  const pem = decode(cluster, name);
  if (pem === undefined) return undefined;
  const certificates = certificatesOf(pem, field);
  const ends = certificates.map(({ validTo }) => Date.parse(validTo));
  checkValidity(context, field, 'certificate authority', {
    expiresAt: new Date(Math.max(...ends)),
  });
  return pemOf(certificates);
}

/** A client certificate with its key, both base64 of PEM. */
export interface ClientCertificateData {
  certificate: string;
  key: string;
}

/**
 * The client certificate of a kubeconfig; undefined when it holds none.
 *
 * @throws KubeconfigRefusedError when the certificate cannot be read, has expired, or does not match its key
 */
export function clientCertificateOf(
  user: Section,
  context: SanitizeContext,
): ClientCertificateData | undefined {
  const field = `${user.path}.client-certificate-data`;
  const keyField = `${user.path}.client-key-data`;
  const certificatePem = decode(user, 'client-certificate-data');
  const keyPem = decode(user, 'client-key-data');
  if (certificatePem === undefined && keyPem === undefined) return undefined;
  if (certificatePem === undefined || keyPem === undefined) {
    return refuse(
      'key-mismatch',
      keyPem === undefined ? keyField : field,
      `It has a client certificate without its key, or the reverse. ${howToCopy}`,
    );
  }
  const certificates = certificatesOf(certificatePem, field);
  const key = keyOf(keyPem, keyField);
  const [leaf] = certificates;
  if (!leaf?.checkPrivateKey(key)) {
    return refuse(
      'key-mismatch',
      keyField,
      `Its client key does not match its client certificate. ${howToCopy}`,
    );
  }
  checkValidity(context, field, 'client certificate', {
    notBefore: new Date(leaf.validFrom),
    expiresAt: new Date(leaf.validTo),
  });
  return {
    certificate: pemOf(certificates),
    key: encode(String(key.export({ type: 'pkcs8', format: 'pem' }))),
  };
}
