// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { search as claims } from '@klutch/crossplane/src/dataServices/search';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  acceptedOtherParameters,
  refusedOtherParameters,
} from '@klutch/crossplane/src/testing/parameterCases';
import { availability, limitsOf } from '../../availability';
import { findPlan } from '../../host/offers';
import { search } from './engine';
import { Plan, offers } from './plans';
import { serverFiles } from './server/files';
import { javaOptions } from './server/javaOptions';
import { artifactName, missingLibraries } from './server/programs';
import { startupErrors } from './server/serverOutput';
import { planSettings, renderSettings } from './server/settings';

const big = findPlan(offers, 'search-single-big-ssl') as Plan;
const read = (parameters: Record<string, unknown>) =>
  search.parse(big, parameters);
const readClaim = (name: string, value: unknown) =>
  read({ [claims.parameters[name]?.brokerKey ?? name]: value });
const ofSearch = (cases: typeof acceptedOtherParameters) =>
  cases.flatMap(([type, name, value]): [string, unknown][] =>
    type === 'search' ? [[name, value]] : [],
  );

describe('plans', () => {
  it.each(['nano', 'small', 'medium', 'big'] as const)(
    '%s has the resources that the portal shows, and half of the memory as heap',
    size => {
      const plan = findPlan(offers, `search-single-${size}-ssl`);
      const mebibytes = (bytes = 0) =>
        bytes < 1024 ** 3 ? `${bytes / 1024 ** 2}Mi` : `${bytes / 1024 ** 3}Gi`;
      expect({
        memory: mebibytes((plan?.maximums.java_heapspace ?? 0) * 2 * 1024 ** 2),
        storage: mebibytes(plan?.storageBytes),
      }).toEqual(claims.planFacts[size]);
    },
  );

  it('are available without replicas', () => {
    expect(availability('a9s-search2', big.name)).toEqual({ available: true });
    expect(
      availability('a9s-search2', 'search-cluster-small-ssl'),
    ).toMatchObject({
      reason: expect.stringMatching(/one server per instance/),
    });
    expect(limitsOf('search-single-nano-ssl')).toEqual({ java_heapspace: 256 });
  });
});

describe('parameters', () => {
  it.each(ofSearch(acceptedOtherParameters))(
    'are accepted as by the schema of the claim: %s %p',
    (name, value) => expect(() => readClaim(name, value)).not.toThrow(),
  );

  it.each(ofSearch(refusedOtherParameters))(
    'are refused as by the schema of the claim: %s %p',
    (name, value) =>
      expect(() => readClaim(name, value)).toThrow(
        claims.parameters[name]?.brokerKey,
      ),
  );

  it('are all known', () => {
    for (const { brokerKey = '' } of Object.values(claims.parameters)) {
      expect(() => read({ [brokerKey]: {} })).toThrow(/must be/);
    }
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ java_heapspace: 1025 }, /java_heapspace is 1025, but .* 1024 MB/],
    [{ java_heapspace: '512' }, /java_heapspace must be a whole number/],
    [{ 'tls-protocols': ['TLSv1.1'] }, /tls-protocols must be a list of/],
    [{ 'tls-ciphers': ['TLS_A"\n'] }, /tls-ciphers must be a list of names/],
    [
      { 'tls-ciphers': ['TLS_RSA_WITH_AES_128_CBC_SHA'] },
      /tls-ciphers has no cipher that a client can use/,
    ],
    [
      {
        'tls-ciphers': ['TLS_AES_128_GCM_SHA256'],
        'tls-protocols': ['TLSv1.2'],
      },
      /tls-ciphers has no cipher/,
    ],
    [{ nothing: 1, other: 2 }, /nothing is unknown\. .* other is unknown/],
  ])('%p are refused', (parameters, message) => {
    expect(() => read(parameters)).toThrow(message);
  });

  it('become options of Java and settings of the server', () => {
    const { parameters } = read({
      java_heapspace: 300,
      java_maxmetaspace: 256,
      java_garbage_collector: 'UseParallelOldGC',
      'tls-protocols': ['TLSv1.3'],
      'tls-ciphers': ['TLS_AES_128_GCM_SHA256'],
    });
    const options = javaOptions(parameters, { heapMb: 1024, tmpDir: '/t' });
    expect(options).toEqual(
      expect.arrayContaining([
        '-Xmx300m',
        '-XX:MaxMetaspaceSize=256m',
        '-XX:+UseParallelGC',
      ]),
    );
    expect(javaOptions({}, { heapMb: 1024, tmpDir: '/t' })).toEqual(
      expect.arrayContaining(['-Xmx1024m', '-XX:+UseSerialGC']),
    );
    const settings = renderSettings(
      planSettings({
        files: serverFiles('/data "of" a user'),
        httpPort: 1,
        transportPort: 2,
        tls: parameters,
      }),
    );
    expect(settings).toContain(
      'plugins.security.ssl.http.enabled_protocols: ["TLSv1.3"]\n',
    );
    expect(settings).toContain(
      'plugins.security.ssl.http.enabled_ciphers: ["TLS_AES_128_GCM_SHA256"]\n',
    );
    expect(settings).toContain('path.data: "/data \\"of\\" a user/indices"\n');
  });
});

describe('libraries of the plugin', () => {
  it('are taken unless the server has them in any version', () => {
    expect(artifactName('netty-codec-4.1.118.Final.jar')).toBe('netty-codec');
    expect(artifactName('bcprov-jdk18on-1.78.jar')).toBe('bcprov-jdk18on');
    expect(
      missingLibraries(
        ['asm-9.7.1.jar', 'guava-33.4.0-jre.jar', 'plugin.policy'],
        ['asm-9.7.jar', 'asm-tree-9.7.jar'],
      ),
    ).toEqual(['guava-33.4.0-jre.jar']);
  });
});

describe('the reason of a failed start', () => {
  const line = (level: string, text: string) =>
    `[2026-11-25T02:45:36,810][${level.padEnd(5)}][stderr] ${text}`;

  it.each([
    [
      ['Unrecognized VM option', 'Error: Could not create the machine'],
      'Unrecognized VM option Error: Could not create the machine',
    ],
    [
      [
        line('WARN', 'java.lang.RuntimeException: Failed to start node 1'),
        line('WARN', 'Caused by: java.lang.IllegalStateException: outer'),
        line('WARN', 'Caused by: java.net.BindException: in use'),
      ],
      'in use',
    ],
    [[line('WARN', 'usual'), line('ERROR', 'disk full')], 'disk full'],
    [['nothing'], ''],
  ])('is found in %p', (log, reason) => {
    expect(startupErrors(log.join('\n'))).toBe(reason);
  });
});
