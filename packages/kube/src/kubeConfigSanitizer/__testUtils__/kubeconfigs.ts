// Kubeconfigs for tests: valid except for what the test changes.
import {
  createAuthority,
  issueCertificate,
  KeyPair,
} from '@klutch/local-processes';
import { stringify } from 'yaml';

/** Part of every credential of these kubeconfigs; must occur nowhere but in the result's kubeconfig. */
export const canary = 'c4n4ry!';

/** Base64 of a text. */
export const base64 = (text: string): string =>
  Buffer.from(text).toString('base64');

/** A certificate authority and the certificates that it signed. */
export interface Certificates {
  authority: KeyPair;
  client: KeyPair;
  server: KeyPair;
}

/** Creates certificates, valid for years; the server's is for `apps.example.com`. */
export async function createCertificates(): Promise<Certificates> {
  const authority = await createAuthority('authority of the test');
  return {
    authority,
    client: await issueCertificate(authority, {
      commonName: 'client of the test',
      usage: 'client',
    }),
    server: await issueCertificate(authority, {
      commonName: 'server of the test',
      usage: 'server',
      hosts: [{ type: 'dns', value: 'apps.example.com' }],
    }),
  };
}

/** Parts of a kubeconfig; given fields replace those of a valid one. */
export interface Parts {
  cluster?: object;
  user?: object;
  config?: object;
}

/** A kubeconfig with two contexts, of which `used` is the current one. */
export function content(parts: Parts = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    preferences: {},
    clusters: [
      { name: 'other', cluster: { server: 'https://other.example.com' } },
      {
        name: 'c',
        cluster: { server: 'https://apps.example.com:6443', ...parts.cluster },
      },
    ],
    users: [
      { name: 'other', user: { exec: { command: `${canary}/run` } } },
      { name: 'u', user: parts.user ?? { token: `${canary}token` } },
    ],
    contexts: [
      { name: 'other', context: { cluster: 'other', user: 'other' } },
      { name: 'used', context: { cluster: 'c', user: 'u', namespace: 'n' } },
    ],
    'current-context': 'used',
    ...parts.config,
  };
}

/** As `content`, in YAML. */
export const kubeconfig = (parts: Parts = {}): string =>
  stringify(content(parts));

/** The user's fields for a client certificate. */
export const clientCertificate = ({ client }: Certificates) => ({
  'client-certificate-data': base64(client.cert),
  'client-key-data': base64(client.key),
});

/** An element of DER. */
function der(tag: number, value: Buffer): Buffer {
  const head = Buffer.from([tag, 0x83, 0, 0, 0]);
  head.writeUIntBE(value.length, 2, 3);
  return Buffer.concat([head, value]);
}

/** A PEM key of RSA with this many bits and meaningless numbers. */
export function rsaKey(bits: number): string {
  const number = (bytes: number) =>
    der(0x02, Buffer.concat([Buffer.alloc(1), Buffer.alloc(bytes, 0xff)]));
  const [version, modulus] = [der(0x02, Buffer.alloc(1)), number(bits / 8)];
  const others = Array.from({ length: 7 }, () => number(1));
  const key = der(0x30, Buffer.concat([version, modulus, ...others]));
  return `-----BEGIN RSA PRIVATE KEY-----\n${key.toString(
    'base64',
  )}\n-----END RSA PRIVATE KEY-----\n`;
}

/** An unsigned JSON Web Token. */
export const jwt = (claims: object): string =>
  [{ alg: 'RS256' }, claims, canary]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
