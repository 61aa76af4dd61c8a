import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { cpuTime } from '../__testUtils__/cpuTime';
import {
  base64,
  canary,
  Certificates,
  clientCertificate,
  content,
  createCertificates,
  kubeconfig,
} from './__testUtils__/kubeconfigs';
import { mutated } from './__testUtils__/mutations';
import { notationsOf } from './__testUtils__/notations';
import { sanitized } from './__testUtils__/sanitized';
import { guardedLookup } from './guardedLookup';
import { SanitizedKubeConfig, sanitizeKubeConfig } from './sanitizeKubeConfig';
import { kubeConfigPolicies } from './KubeConfigPolicy';
import { KubeconfigRefusedError } from '../KubeconfigRefusedError';

const { strict } = kubeConfigPolicies;
const isLong = process.env.KLUTCH_LONG === '1';
const runs = { numRuns: isLong ? 30_000 : 300 };
jest.setTimeout(isLong ? 3_600_000 : 120_000);

let certificates: Certificates;
beforeAll(async () => {
  certificates = await createCertificates();
});

/** An address check that is independent of the library under test. */
const own = new BlockList();
own.addSubnet('127.0.0.0', 8);
own.addSubnet('0.0.0.0', 8);
own.addSubnet('169.254.0.0', 16);
own.addSubnet('224.0.0.0', 3);
own.addSubnet('::', 127, 'ipv6');
own.addSubnet('fe80::', 10, 'ipv6');
own.addSubnet('ff00::', 8, 'ipv6');

function expectHarmless(result: SanitizedKubeConfig): void {
  expect(JSON.stringify([result.host, result.warnings])).not.toContain(canary);
  const again = sanitized(result.kubeconfig);
  expect(again.kubeconfig).toBe(result.kubeconfig);
  const { server, ...trust } = again.cluster as Record<string, string>;
  expect(['certificate-authority-data', 'tls-server-name']).toEqual(
    expect.arrayContaining(Object.keys(trust)),
  );
  expect(['token', 'client-certificate-data', 'client-key-data']).toEqual(
    expect.arrayContaining(Object.keys(again.user ?? {})),
  );
  const url = new URL(server ?? '');
  expect(url.protocol).toBe('https:');
  expect(url.hostname.replace(/^\[|\]$/g, '')).toBe(result.host);
  const family = isIP(result.host);
  if (family === 0) expect(result.host).toMatch(/\.[a-z0-9_-]+\.?$/);
  else
    expect(own.check(result.host, family === 6 ? 'ipv6' : 'ipv4')).toBe(false);
}

/** Whether the text was accepted. Asserts that the error of a refusal does not quote the text. */
function isAccepted(text: string): boolean {
  let result: SanitizedKubeConfig | undefined;
  expect(
    cpuTime(1_000, () => {
      try {
        result = sanitizeKubeConfig(text, strict);
      } catch (error) {
        if (!(error instanceof KubeconfigRefusedError)) throw error;
        const serialized = JSON.stringify(error) + error.message + error.stack;
        expect(serialized).not.toContain(canary);
      }
    }),
  ).toBeLessThan(1_000);
  if (result) expectHarmless(result);
  return result !== undefined;
}

const check = (texts: fc.Arbitrary<string>) => {
  const answers = new Set<boolean>();
  fc.assert(
    fc.property(texts, text => {
      answers.add(isAccepted(text));
    }),
    runs,
  );
  return answers;
};

it('throws only refusals for letters', () => {
  expect(check(fc.string({ unit: 'binary', maxLength: 2_000 }))).toEqual(
    new Set([false]),
  );
  const marks = fc.constantFrom(...'{}[]:,-?&*!|>%@#"\'\\ \n\ta0'.split(''));
  expect(check(fc.string({ unit: marks, maxLength: 2_000 }))).toEqual(
    new Set([false]),
  );
});

it('throws only refusals for bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 2_000 });
  for (const encoding of ['utf8', 'latin1'] as const) {
    const texts = bytes.map(array => Buffer.from(array).toString(encoding));
    expect(check(texts)).toEqual(new Set([false]));
  }
});

const names = [
  'apiVersion',
  'kind',
  'clusters',
  'cluster',
  'users',
  'user',
  'contexts',
  'context',
  'current-context',
  'name',
  'server',
  'token',
  'exec',
  'tokenFile',
  'proxy-url',
  'certificate-authority-data',
  'client-certificate-data',
  'client-key-data',
  'insecure-skip-tls-verify',
  'tls-server-name',
  '__proto__',
  'constructor',
];

it('throws only refusals for trees', () => {
  const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom('Config', 'x', canary, 'https://a.example.com', ''),
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 5 }),
    ),
  }));
  const write = fc.constantFrom<(value: unknown) => string>(
    value => stringify(value, { aliasDuplicateObjects: false }),
    value => JSON.stringify(value),
  );
  const texts = fc.tuple(tree, write).map(([value, text]) => text(value));
  expect(check(texts)).toEqual(new Set([false]));
});

it('throws only refusals for kubeconfigs with a tree in place of each field', () => {
  const field = fc.constantFrom(...names);
  const answers = check(
    fc
      .tuple(field, field, fc.jsonValue({ maxDepth: 3 }))
      .map(([one, other, value]) =>
        kubeconfig({
          cluster: { [one]: value },
          user: { token: canary, [other]: value },
        }),
      ),
  );
  expect(answers).toEqual(new Set([true, false]));
});

it('accepts nothing that is refused from mutated kubeconfigs', () => {
  const complete = () => ({
    cluster: {
      'certificate-authority-data': base64(certificates.authority.cert),
      'tls-server-name': 'inside.example.com',
    },
    user: { ...clientCertificate(certificates), token: canary },
  });
  const originals = fc.constantFrom(
    kubeconfig(),
    kubeconfig(complete()),
    JSON.stringify(content(complete())),
    stringify(content(), { defaultStringType: 'QUOTE_DOUBLE' }),
  );
  expect(check(mutated(originals))).toEqual(new Set([true, false]));
});

const refusedNetworks = fc.oneof(
  notationsOf(127),
  notationsOf(0),
  notationsOf(169, 254),
  notationsOf(168, 63, 129, 16),
  notationsOf(100, 100, 100, 200),
);

it('classifies addresses of this machine and of clouds in all notations', () => {
  fc.assert(
    fc.property(refusedNetworks, ({ written }) => {
      expect(
        isAccepted(
          kubeconfig({ cluster: { server: `https://${written}:6443` } }),
        ),
      ).toBe(false);
    }),
    runs,
  );
});

it('writes other addresses in one notation', () => {
  fc.assert(
    fc.property(notationsOf(10), ({ octets, written }) => {
      const server = `https://${written}:6443`;
      const { host } = sanitized(kubeconfig({ cluster: { server } }));
      const expected = isIP(host) === 6 ? host : octets.join('.');
      expect(host).toBe(expected);
    }),
    runs,
  );
});

it('refuses a refused address among any others', async () => {
  const allowed = fc
    .tuple(fc.constantFrom(8, 10, 95, 192), fc.nat(255))
    .map(([first, last]) => `${first}.0.1.${last}`);
  const refused = fc.oneof(
    notationsOf(127).map(({ octets }) => octets.join('.')),
    notationsOf(169, 254).map(({ octets }) => `::ffff:${octets.join('.')}`),
    fc.constantFrom('::1', '::', 'fe80::1', 'fd00:ec2::254', ''),
  );
  const ask = (addresses: string[], all: boolean) =>
    new Promise<unknown>(resolve => {
      guardedLookup(strict, (_, __, callback) =>
        callback(
          null,
          addresses.map(address => ({ address, family: isIP(address) })),
        ),
      )('a.example.com', { all }, resolve);
    });
  await fc.assert(
    fc.asyncProperty(
      fc.array(allowed, { minLength: 1, maxLength: 8 }),
      refused,
      fc.nat(8),
      fc.boolean(),
      async (addresses, bad, index, all) => {
        expect(await ask(addresses, all)).toBeNull();
        const mixed = addresses.toSpliced(index, 0, bad);
        expect(await ask(mixed, all)).toBeInstanceOf(KubeconfigRefusedError);
      },
    ),
    runs,
  );
});
