/** TLS versions and ciphers of the server. Pure functions. */

export const tlsVersions = ['tlsv1.2', 'tlsv1.3'] as const;
export type TlsVersion = (typeof tlsVersions)[number];

/** What users set; absent: the default. */
export interface TlsSettings {
  versions?: readonly TlsVersion[];
  ciphers?: readonly string[];
}

/** Ciphers that clients can use with the server's certificate, which has an ECDSA key. */
export const usableCiphers: Record<TlsVersion, readonly string[]> = {
  'tlsv1.2': [
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-ECDSA-AES128-SHA256',
  ],
  'tlsv1.3': [
    'TLS_AES_256_GCM_SHA384',
    'TLS_AES_128_GCM_SHA256',
    'TLS_CHACHA20_POLY1305_SHA256',
  ],
};

/** Ciphers that the server knows, but which need a certificate with an RSA key: allowed besides usable ones. */
const ciphersOfRsa = [
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-RSA-AES256-SHA384',
  'ECDHE-RSA-AES128-SHA256',
  'DHE-RSA-AES256-GCM-SHA384',
  'DHE-RSA-AES128-GCM-SHA256',
];

const knownCiphers = new Set<string>([
  ...usableCiphers['tlsv1.2'],
  ...usableCiphers['tlsv1.3'],
  ...ciphersOfRsa,
]);

const usableOf = (version: TlsVersion, ciphers: readonly string[]) =>
  usableCiphers[version].filter(cipher => ciphers.includes(cipher));

/** What is wrong with the ciphers, as the end of a sentence. */
export function problemOfTls({
  versions,
  ciphers,
}: TlsSettings): string | undefined {
  if (!ciphers) return undefined;
  const unknown = ciphers.find(cipher => !knownCiphers.has(cipher));
  if (unknown !== undefined) {
    return `holds ${JSON.stringify(unknown)}, which the server does not know. It knows ${[...knownCiphers].join(', ')}`;
  }
  const has = (version: TlsVersion) => usableOf(version, ciphers).length > 0;
  // Clients that know both versions use the newer one, so that each needs a cipher.
  const missing = versions?.find(version => !has(version));
  if (missing) {
    return `holds no cipher that clients can use with ${missing}. Add one of ${usableCiphers[missing].join(', ')}, or leave ${missing} out of tls-protocols`;
  }
  return tlsVersions.some(has)
    ? undefined
    : `holds no cipher that clients can use: the certificate of the server has an ECDSA key. Add one of ${tlsVersions.flatMap(version => usableCiphers[version]).join(', ')}`;
}

/** The versions and ciphers of the server's configuration. */
export function effectiveTls({ versions, ciphers }: TlsSettings): {
  versions: readonly TlsVersion[];
  ciphers: readonly string[];
} {
  const usable = tlsVersions.filter(
    version => !ciphers || usableOf(version, ciphers).length > 0,
  );
  return { versions: versions ?? usable, ciphers: ciphers ?? [] };
}
