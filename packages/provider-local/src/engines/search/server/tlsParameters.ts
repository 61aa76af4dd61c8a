/** The TLS that clients may use. Pure functions. */

export interface TlsParameters {
  protocols?: string[];
  ciphers?: string[];
}

export const tlsProtocols = ['TLSv1.2', 'TLSv1.3'];

const ciphersOf13 = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_AES_128_GCM_SHA256',
  'TLS_CHACHA20_POLY1305_SHA256',
];
/** The cipher suites for certificates with an ECDSA key that Java 17 enables. */
const ciphersOf12 = [
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
];

/** Names as in the registry of IANA. */
export const isCipherName = (value: unknown): value is string =>
  typeof value === 'string' && /^TLS_[A-Z0-9_]{1,80}$/.test(value);

/** Whether a client can connect to a server with these parameters. */
export function isUsable({ protocols, ciphers }: TlsParameters): boolean {
  if (!ciphers) return true;
  const allows = (protocol: string) => protocols?.includes(protocol) ?? true;
  return (
    (allows('TLSv1.3') && ciphersOf13.some(name => ciphers.includes(name))) ||
    (allows('TLSv1.2') && ciphersOf12.some(name => ciphers.includes(name)))
  );
}

/** The ciphers without a choice of the user. */
export const defaultCiphers = [...ciphersOf13, ...ciphersOf12.slice(0, 3)];
