import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readServerConfig } from './config';
import { readSecret } from './readSecret';

let folder: string;
const fileWith = (text: string) => {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, text);
  return file;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the configuration of the standalone server', () => {
  it('has defaults for a pod that only runs controllers', () => {
    expect(readServerConfig(fileWith(''))).toEqual({
      controlPlane: {},
      defaultAudience: 'everyone',
      prettyName: 'Klutch',
      tokenLifetime: 86_400_000,
      serviceNamespaceLimit: 500,
      health: ':8081',
      logLevel: 'info',
    });
  });

  it('accepts a handshake with references to secrets', () => {
    const config = readServerConfig(
      fileWith(`
tokenLifetime: 1h30m
handshake:
  externalUrl: https://bind.example
  identityProviders:
    - id: keycloak
      issuer: https://id.example/realms/klutch
      clientId: klutch
      clientSecret: { file: /run/secrets/client }
  database: { postgres: { env: DATABASE_URL } }
`),
    );
    expect(config.tokenLifetime).toBe(5_400_000);
    expect(config.handshake).toMatchObject({
      listen: '127.0.0.1:8080',
      allowReferenceRedirect: true,
      requestsPerMinute: 120,
      database: { postgres: { env: 'DATABASE_URL' } },
    });
  });

  it('enables AppClusterBindings with the allowed overrides', () => {
    const config = readServerConfig(
      fileWith(`
appClusterBindings:
  konnectorImage: registry.example/konnector:1
  allowedOverrides: [resources]
`),
    );
    expect(config.appClusterBindings).toEqual({
      konnectorImage: 'registry.example/konnector:1',
      allowedOverrides: ['resources'],
      allowLoopback: false,
    });
    expect(readServerConfig(fileWith('')).appClusterBindings).toBeUndefined();
  });

  it('R12: refuses a default audience that is ambiguous between providers', () => {
    const config = (group: string) =>
      readServerConfig(
        fileWith(`
defaultAudience: ['${group}']
handshake:
  externalUrl: https://bind.test
  identityProviders:
    - { id: company, issuer: https://company.test, clientId: klutch }
    - { id: partners, issuer: https://partners.test, clientId: klutch }
`),
      );
    expect(() => config('data')).toThrow(
      'defaultAudience: users sign in at several issuers (https://company.test, https://partners.test), and "data" does not name the issuer of the group. Write <issuer>#<group>.',
    );
    const named = 'https://company.test#data';
    expect(config(named).defaultAudience).toEqual([named]);
    expect(readServerConfig(fileWith('')).defaultAudience).toBe('everyone');
  });

  it.each([
    [
      'appClusterBindings: { image: x }',
      'appClusterBindings: unknown key "image"',
    ],
    [
      'appClusterBindings: { allowedOverrides: [image] }',
      'appClusterBindings.allowedOverrides.0: write one of "resources"',
    ],
    ['tokenLifetime: soon', 'tokenLifetime: write a duration such as'],
    ['tokenLifetime: 5m', 'tokenLifetime: write a duration from 10m'],
    ['tokenLifetime: 169h', 'tokenLifetime: write a duration from 10m'],
    ['health: here', 'health: write host:port'],
    [
      'prettyname: x',
      'unknown key "prettyname"; docs/binding.md lists all keys.',
    ],
    ['handshake: {}', 'handshake.externalUrl: the value is missing'],
    [
      'handshake: { identityProviders: [] }',
      'identityProviders: the value is empty',
    ],
    ['handshake: { trustedProxies: 11 }', 'trustedProxies: write 10 or less'],
    ['handshake: { requestsPerMinute: 0 }', 'requestsPerMinute: write 1 or'],
    ['handshake: { requestsPerMinute: 1.5 }', 'Minute: write an integer'],
    ['handshake: { allowReferenceRedirect: "no" }', 'write true or false'],
    ["prettyName: ''", 'prettyName: the value is empty'],
    ['prettyName: 7', 'prettyName: write a string, in quotes if'],
    ['logLevel: loud', 'logLevel: write one of "debug", "info", "warn", "er'],
    ['defaultAudience: all', 'defaultAudience: write everyone, nobody, or'],
    ['serviceNamespaceLimit: -1', 'serviceNamespaceLimit: write 0 or more'],
    ['serviceNamespaceLimit: 1.5', 'Limit: write an integer'],
    ['tokenLifetime: 24', 'tokenLifetime: write a duration such as'],
    ['health: 8081', 'health: write host:port'],
    [
      'controlPlane: { externalServer: cp }',
      'controlPlane.externalServer: "cp" is not a URL that begins with https',
    ],
    ['namespacePrefix: Bad_X', '"Bad_X" cannot begin the name of a cluster'],
    [
      'handshake: { externalUrl: http://bind.example }',
      'handshake.externalUrl: The external URL of the binding handshake must',
    ],
    [
      'handshake: { identityProviders: [{ id: A_B, issuer: x, clientId: y }] }',
      'handshake.identityProviders: The identity provider "A_B" has an invalid id',
    ],
    ['- a', 'write a map of keys and values.'],
    ['a: [', 'the file is not valid YAML (line 1)'],
  ])('refuses %j with a reason', (text, message) => {
    expect(() => readServerConfig(fileWith(text))).toThrow(message);
  });

  it('refuses literal secrets, and does not repeat them', () => {
    const file = fileWith(`
handshake:
  externalUrl: https://bind.example
  identityProviders:
    - { id: a, issuer: https://id.example, clientId: b, clientSecret: canary-1 }
`);
    const failure = (() => {
      try {
        return readServerConfig(file);
      } catch (error) {
        return error;
      }
    })();
    expect(String(failure)).toContain(
      'handshake.identityProviders.0.clientSecret: write { file: <path> }',
    );
    expect(String(failure)).not.toContain('canary-1');
  });

  it('names a file that cannot be read', () => {
    expect(() => readServerConfig(join(folder, 'none'))).toThrow(
      'the file cannot be read',
    );
  });
});

describe('a secret by reference', () => {
  it('is read from its file at each use', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'first\n');
    expect(readSecret({ file })).toBe('first');
    writeFileSync(file, 'second\n');
    expect(readSecret({ file })).toBe('second');
  });

  it('is trimmed for both kinds of reference', () => {
    process.env.KLUTCH_SET_HERE = 'secret\n';
    expect(readSecret({ env: 'KLUTCH_SET_HERE' })).toBe('secret');
    delete process.env.KLUTCH_SET_HERE;
  });

  it('error names the missing source', () => {
    expect(() => readSecret({ file: join(folder, 'none') })).toThrow(
      /cannot be read, but the configuration refers to it for a secret/,
    );
    expect(() => readSecret({ env: 'KLUTCH_NOT_SET' })).toThrow(
      'The environment variable KLUTCH_NOT_SET is empty',
    );
  });
});
