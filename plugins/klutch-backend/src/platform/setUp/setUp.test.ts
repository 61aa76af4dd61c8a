import { lookup } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { reasonMessages } from '@klutch/backstage-plugin-klutch-common';
import { restorePolicy, type AdmissionObject } from '@klutch/bind-api';
import {
  backendAdmissionPolicy,
  tenantAdmissionPolicy,
} from '@klutch/binding-backend';
import {
  ApiError,
  guardedLookup,
  kubeConfigPolicies,
  type KubeClient,
} from '@klutch/kube';
import { createAuthority, issueCertificate } from '@klutch/local-processes';
import {
  json,
  startHttpServer,
  type HttpServer,
  type Respond,
} from '../__testUtils__/httpServer';
import { addressCheck } from './addresses';
import { admissionPolicyCheck } from './admissionPolicies';
import {
  allAppClusterCertificates,
  type CertifiedCluster,
} from './appClusterCertificates';
import { certificateFinding } from './certificateEnds';
import { certificateCheck } from './certificates';
import { clockCheck } from './clocks';
import { finding, type Check } from './finding';
import { identityProviderChecks } from './identityProviders';
import { permissionCheck } from './permissions';
import { rightsCheck } from './rights';
import { runChecks } from './runChecks';

/** Nothing listens at this address. */
const silent = 'http://127.0.0.1:1';
const refused = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });
const notServed = new ApiError({ code: 404, reason: 'NotFound', message: '' });

/** Shows a certificate that is valid for 127.0.0.1. */
async function startTlsServer() {
  const authority = await createAuthority('control plane');
  const server = createServer(
    await issueCertificate(authority, {
      commonName: 'api',
      usage: 'server',
      hosts: [{ type: 'ip', value: '127.0.0.1' }],
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, ca: authority.cert, url: `https://127.0.0.1:${port}` };
}

let http: HttpServer;
let tlsServer: Awaited<ReturnType<typeof startTlsServer>>;

beforeAll(async () => {
  http = await startHttpServer(json({}));
  tlsServer = await startTlsServer();
});
afterAll(async () => {
  tlsServer.server.close();
  await http.close();
});

/** What a check finds: `<state> <reason>`. */
async function findingsOf({ run }: Check): Promise<string[]> {
  const findings = await run(AbortSignal.timeout(5_000));
  return findings.map(({ reason, state }) => `${state} ${reason}`);
}

describe('the texts', () => {
  const placeholders = (text: string) => text.match(/\{\{\w+\}\}/g) ?? [];
  const messages: Record<string, string> = reasonMessages;

  it('of remedies need only what their findings know', () => {
    const remedies = Object.keys(messages).filter(reason =>
      /^SetUp.*Remedy$/.test(reason),
    );
    expect(remedies.length).toBeGreaterThan(20);
    for (const reason of remedies) {
      expect(
        placeholders(messages[reason.replace(/Remedy$/, '')] ?? ''),
      ).toEqual(expect.arrayContaining(placeholders(messages[reason] ?? '')));
    }
  });

  it('of a finding that is wrong come with what to fix', () => {
    expect(
      finding('failed', {
        message: 'm',
        reason: 'SetUpIssuerDiffers',
        params: { issuer: 'a', actual: 'b' },
      }),
    ).toMatchObject({
      remedyReason: 'SetUpIssuerDiffersRemedy',
      remedy: expect.stringMatching(/^Write b into klutch/),
    });
    expect(
      finding('ok', { message: 'm', reason: 'SetUpIssuerAnswers' }),
    ).toEqual({ state: 'ok', message: 'm', reason: 'SetUpIssuerAnswers' });
  });
});

describe('the run', () => {
  const check = (run: Check['run']): Check => ({
    name: 'clocks',
    docs: 'operations.md#x',
    run,
  });

  it('turns failures and checks that hang into findings, and says the worst state', async () => {
    const { checks } = await runChecks(
      [
        check(() => Promise.reject(new Error('broken'))),
        check(() => new Promise<never>(() => undefined)),
        check(async () => [
          { state: 'ok', message: '' },
          { state: 'unknown', message: '' },
        ]),
        check(async () => [{ state: 'unused', message: '' }]),
      ],
      50,
    );
    expect(
      checks.map(({ findings: [first], state }) => [state, first?.reason]),
    ).toEqual([
      ['failed', 'SetUpError'],
      ['failed', 'SetUpTimeout'],
      ['unknown', undefined],
      ['unused', undefined],
    ]);
    expect(checks[0]).toMatchObject({
      findings: [{ params: { error: 'broken' } }],
      docsUrl: expect.stringMatching(/\/docs\/operations\.md#x$/),
    });
  });
});

describe('identity providers', () => {
  const accept: Respond = ({ url = '' }, response) => {
    const { searchParams } = new URL(url, http.url);
    const location = `${searchParams.get('redirect_uri')}?error=login_required`;
    response.writeHead(302, { location }).end();
  };
  /** A provider at the test's server that answers the three kinds of requests. */
  const answering =
    (answers: {
      metadata?: Respond;
      authorize?: Respond;
      keys?: Respond;
    }): Respond =>
    (request, response) => {
      const { url = '' } = request;
      const metadata = {
        issuer: http.url,
        authorization_endpoint: `${http.url}/authorize`,
        jwks_uri: `${http.url}/keys`,
      };
      const {
        authorize = accept,
        keys = json({ keys: [{ kty: 'RSA' }] }),
        metadata: answer = json(metadata),
      } = answers;
      if (url.startsWith('/authorize')) authorize(request, response);
      else if (url.startsWith('/keys')) keys(request, response);
      else answer(request, response);
    };
  const found = async (answer: Respond, issuer = http.url) => {
    http.respond = answer;
    const checks = identityProviderChecks({
      providers: [{ id: 'a', issuer, clientId: 'klutch' }],
      externalUrl: 'https://portal.test/api/klutch/binding',
    });
    return (await Promise.all(checks.map(findingsOf))).flat();
  };

  it('are not needed where binding from a terminal is not configured', async () => {
    const checks = identityProviderChecks({ providers: [], externalUrl: 'x' });
    expect(await findingsOf(checks[0]!)).toEqual([
      'unused SetUpHandshakeUnused',
    ]);
  });

  it('pass when issuer, redirect URI and keys are right', async () => {
    expect(await found(answering({}))).toEqual([
      'ok SetUpIssuerAnswers',
      'ok SetUpRedirectUriRegistered',
      'ok SetUpSigningKeys',
    ]);
    expect(http.requests.find(url => url.startsWith('/authorize'))).toContain(
      encodeURIComponent('https://portal.test/api/klutch/binding/callback'),
    );
  });

  it('fail by what is wrong', async () => {
    expect(
      await found(
        answering({ authorize: json({}, 400), keys: json({ keys: [] }) }),
      ),
    ).toEqual([
      'ok SetUpIssuerAnswers',
      'failed SetUpRedirectUriRefused',
      'failed SetUpSigningKeysMissing',
    ]);
    expect(
      await found(answering({ metadata: json({ issuer: 'https://other' }) })),
    ).toEqual([
      'failed SetUpIssuerDiffers',
      'unknown SetUpProviderSilent',
      'unknown SetUpProviderSilent',
    ]);
    expect(
      await found(answering({ authorize: ({ socket }) => socket.destroy() })),
    ).toContain('unknown SetUpProviderSilent');
    expect(await found(json({}, 404))).toContain(
      'failed SetUpIssuerNoMetadata',
    );
    expect(await found(json({}), silent)).toContain(
      'failed SetUpIssuerUnreachable',
    );
  });
});

describe('clocks', () => {
  const clientAt = (offsetMs: number) =>
    ({
      server: 'https://control-plane.test',
      raw: async () => ({
        metadata: {
          creationTimestamp: new Date(Date.now() + offsetMs).toISOString(),
        },
      }),
    }) as unknown as KubeClient;
  const failing = {
    raw: () => Promise.reject(refused),
  } as unknown as KubeClient;

  it('are compared, and app clusters that agree are counted', async () => {
    http.respond = (_, response) => {
      response.sendDate = false;
      response.end();
    };
    expect(
      await findingsOf(
        clockCheck({
          controlPlane: clientAt(-60_000),
          issuers: [http.url, silent],
          appClusters: [
            { title: 'a', client: clientAt(0) },
            { title: 'b', client: clientAt(5_000) },
            { title: 'c', client: failing },
            { title: 'd', client: clientAt(0) },
          ],
        }),
      ),
    ).toEqual([
      'failed SetUpClockBehind',
      'unknown SetUpClockUnknown',
      'unknown SetUpClockUnreadable',
      'ok SetUpClocksAgree',
      'warning SetUpClockAhead',
      'unknown SetUpClockUnreadable',
    ]);
  });

  it('of one that does not answer hide no others', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
    const hanging = {
      server: 'https://away.test',
      raw: () => new Promise(() => {}),
    } as unknown as KubeClient;
    expect(
      await findingsOf(
        clockCheck({
          controlPlane: hanging,
          issuers: [],
          appClusters: [{ title: 'a', client: clientAt(0) }],
        }),
      ),
    ).toEqual(['unknown SetUpClockUnreadable', 'ok SetUpClocksAgree']);
    jest.restoreAllMocks();
  });
});

describe('rights', () => {
  const check = (may: (right: string) => boolean) =>
    rightsCheck({
      client: {
        canI: async ({ name = '', resource, verb }) =>
          may(`${verb} ${resource} ${name}`.trim()),
      },
      namespace: 'klutch-portal',
      appClusterBindings: false,
      person: { user: 'klutch:oscar', groups: ['klutch:platform'] },
    });

  it('pass when all are granted, and not more', async () => {
    expect(await findingsOf(check(right => right !== '* *'))).toEqual([
      'ok SetUpRightsGranted',
      'ok SetUpImpersonationGranted',
    ]);
  });

  it('warn of an identity that may do everything', async () => {
    expect(await findingsOf(check(() => true))).toContain(
      'warning SetUpRightsExcessive',
    );
  });

  it('name what is missing, limited', async () => {
    const [rights, impersonation] = await check(right =>
      ['create secrets', 'impersonate users klutch:oscar'].includes(right),
    ).run(AbortSignal.timeout(1_000));
    expect(rights).toMatchObject({
      state: 'failed',
      reason: 'SetUpRightsMissing',
      params: { rights: expect.stringMatching(/^[^…]+(, [^…]+){9}, …$/) },
    });
    expect(rights?.params?.rights).not.toContain('create secrets,');
    expect(impersonation).toMatchObject({
      state: 'failed',
      params: { subjects: 'klutch:platform' },
    });
  });
});

describe('addresses', () => {
  const server = 'https://127.0.0.1:6443';
  const found = (joinUrl: string, address = server) =>
    findingsOf(addressCheck({ joinUrl, server: address }));

  it('of this machine lead to the portal, but not from elsewhere', async () => {
    http.respond = (_, response) =>
      response.end('name: apiservicebindings.klutch.anynines.com');
    expect(await found(`${http.url}/join`)).toEqual([
      'warning SetUpUrlLoopback',
      'warning SetUpServerLoopback',
    ]);
  });

  it('fail when something else answers, nobody, or without https', async () => {
    http.respond = json({}, 404);
    const [other] = await found(`${http.url}/join`);
    const [unreachable] = await found(`${silent}/join`);
    http.requests.length = 0;
    const [insecure] = await found('http://portal.test/join');
    expect([other, unreachable, insecure]).toEqual([
      'failed SetUpUrlOther',
      'warning SetUpUrlUnreachable',
      'failed SetUpUrlInsecure',
    ]);
  });
});

describe('certificates', () => {
  const at = (iso: string) => Date.parse(iso);
  const facts = {
    validFrom: new Date('2026-01-01T00:00:00Z'),
    validTo: new Date('2026-12-31T00:00:00Z'),
  };
  const dir = mkdtempSync(join(tmpdir(), 'klutch-set-up-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it.each([
    ['2026-06-01T00:00:00Z', 'ok SetUpCertificateValid'],
    ['2026-12-20T00:00:00Z', 'warning SetUpCertificateEnds'],
    ['2027-01-01T00:00:00Z', 'failed SetUpCertificateEnded'],
  ])('at %s are %s', (now, expected) => {
    const { reason, state } = certificateFinding('x', facts, at(now));
    expect(`${state} ${reason}`).toBe(expected);
  });

  it('of days warn only in their last quarter', () => {
    const short = { ...facts, validTo: new Date('2026-01-05T00:00:00Z') };
    expect(
      ['2026-01-03T00:00:00Z', '2026-01-04T12:00:00Z'].map(
        now => certificateFinding('x', short, at(now)).state,
      ),
    ).toEqual(['ok', 'warning']);
  });

  it('are read from servers, once each, with the authority that clients have', async () => {
    const { ca, url } = tlsServer;
    const insecure = { url: http.url };
    const closed = { url: 'https://127.0.0.1:1' };
    const found = (
      ...servers: Parameters<typeof certificateCheck>[0]['servers']
    ) => findingsOf(certificateCheck({ servers }));
    expect(
      await found({ url, isVerified: true, ca }, { url }, insecure, closed),
    ).toEqual([
      'ok SetUpCertificateValid',
      'unused SetUpCertificateUnused',
      'unknown SetUpCertificateUnreadable',
    ]);
    expect(await found({ url, isVerified: true })).toEqual([
      'failed SetUpCertificateUntrusted',
    ]);
    expect(
      await found({ url, isVerified: true, ca, serverName: 'other.test' }),
    ).toEqual(['failed SetUpCertificateUntrusted']);
    expect(await found({ url })).toEqual(['ok SetUpCertificateValid']);
  });

  it('and credentials of the kubeconfig have an end, which is told without them', async () => {
    const secret = Buffer.from(
      JSON.stringify({ exp: at('2026-12-31T00:00:00Z') / 1000 }),
    ).toString('base64url');
    const kubeconfigFile = join(dir, 'kubeconfig.yaml');
    writeFileSync(
      kubeconfigFile,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'x',
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        clusters: [{ name: 'c', cluster: { server: 'https://x.test' } }],
        users: [{ name: 'u', user: { token: `e30.${secret}.s` } }],
      }),
    );
    const states = await Promise.all(
      [
        '2026-06-01T00:00:00Z',
        '2026-12-25T00:00:00Z',
        '2027-01-01T00:00:00Z',
      ].map(async now => {
        const [one] = await certificateCheck({
          servers: [],
          kubeconfigFile,
          now: () => at(now),
        }).run(AbortSignal.timeout(1_000));
        expect(JSON.stringify(one)).not.toContain(secret);
        return one?.reason;
      }),
    );
    expect(states).toEqual([
      'SetUpCredentialsValid',
      'SetUpCredentialsEnd',
      'SetUpCredentialsEnded',
    ]);
    const missing = { servers: [], kubeconfigFile: join(dir, 'none') };
    expect(await findingsOf(certificateCheck(missing))).toEqual([
      'failed SetUpError',
    ]);
  });
});

describe('certificates of app clusters', () => {
  it('that are in order are counted; others, also those of clusters that may not be reached, are named', async () => {
    const inAYear = new Date(Date.now() + 365 * 86_400_000);
    const cluster = (
      title: string,
      changes: Partial<CertifiedCluster> = {},
    ): CertifiedCluster => ({
      title,
      credentialsExpireAt: undefined,
      server: { url: new URL(tlsServer.url), lookup },
      ...changes,
    });
    const found = await allAppClusterCertificates(
      [
        cluster('Shop'),
        cluster('Apps', { credentialsExpireAt: inAYear }),
        cluster('Soon', { credentialsExpireAt: new Date(Date.now() + 1_000) }),
        cluster('Ended', { credentialsExpireAt: new Date(0) }),
        cluster('Inside', {
          server: {
            url: new URL('https://inside.test'),
            lookup: guardedLookup(kubeConfigPolicies.strict, (_, __, done) =>
              done(null, [{ address: '127.0.0.1', family: 4 }]),
            ),
          },
        }),
      ],
      AbortSignal.timeout(5_000),
    );
    expect(found.map(({ message, state }) => `${state} ${message}`)).toEqual([
      'ok App clusters whose certificates and credentials are valid for a while: 2.',
      expect.stringMatching(/^warning The portal’s kubeconfig of Soon ends on/),
      'failed The portal’s kubeconfig of Ended ended on 1970-01-01.',
      expect.stringMatching(
        /^unknown The certificate of Inside cannot be read/,
      ),
    ]);
  });
});

it('tells whether Backstage asks a permission policy', async () => {
  expect(await findingsOf(permissionCheck(true))).toEqual([
    'ok SetUpPermissionsOn',
  ]);
  expect(await findingsOf(permissionCheck(false))).toEqual([
    'failed SetUpPermissionsOff',
  ]);
});

describe('admission policies', () => {
  const account = 'system:serviceaccount:klutch-portal:klutch-portal';
  const subject = {
    kind: 'ServiceAccount',
    name: 'klutch-portal',
    namespace: 'klutch-portal',
  };
  const all = [
    ...tenantAdmissionPolicy(),
    ...backendAdmissionPolicy(subject),
    ...restorePolicy(),
  ];
  const clusterWith = (
    objects: readonly AdmissionObject[],
    fail: (name: string) => Error | undefined = () => undefined,
  ) =>
    ({
      raw: async () => ({ status: { userInfo: { username: account } } }),
      get: async ({ kind }: { kind: string }, { name }: { name: string }) => {
        const error = fail(name);
        if (error) throw error;
        return objects.find(
          object => object.kind === kind && object.metadata.name === name,
        );
      },
    }) as unknown as KubeClient;
  const found = (portal: KubeClient, person = portal) =>
    findingsOf(admissionPolicyCheck({ portal, person }));

  it('are in force as this version prints them, for the portal’s own identity', async () => {
    expect(await found(clusterWith(all))).toEqual(
      Array(3).fill('ok SetUpPolicyEnforced'),
    );
  });

  it('are missing, changed, or cannot be there', async () => {
    const changed = all.map(object =>
      object.kind === 'ValidatingAdmissionPolicyBinding' &&
      object.metadata.name === 'klutch-restores'
        ? { ...object, spec: { ...object.spec, validationActions: ['Warn'] } }
        : object,
    );
    expect(await found(clusterWith(changed.slice(2)))).toEqual([
      'failed SetUpPolicyMissing',
      'ok SetUpPolicyEnforced',
      'warning SetUpPolicyChanged',
    ]);
    expect(await found(clusterWith([], () => notServed))).toEqual(
      Array(3).fill('failed SetUpPoliciesNotServed'),
    );
  });

  it('are read as the person where the portal may not', async () => {
    const portal = clusterWith(all, name =>
      name === 'klutch-restores' ? refused : undefined,
    );
    const nobody = clusterWith(all, () => refused);
    expect((await found(portal, clusterWith(all)))[2]).toBe(
      'ok SetUpPolicyEnforced',
    );
    expect((await found(portal, nobody))[2]).toBe(
      'unknown SetUpPolicyUnreadable',
    );
  });
});

it('links to sections of the documentation that exist', async () => {
  const checks = [
    ...identityProviderChecks({ providers: [], externalUrl: '' }),
    clockCheck({
      controlPlane: {} as KubeClient,
      issuers: [],
      appClusters: [],
    }),
    rightsCheck({} as Parameters<typeof rightsCheck>[0]),
    addressCheck({ joinUrl: '', server: '' }),
    certificateCheck({ servers: [] }),
    permissionCheck(true),
    admissionPolicyCheck({} as Parameters<typeof admissionPolicyCheck>[0]),
  ];
  for (const { docs } of checks) {
    const [page = '', anchor] = docs.split('#');
    const folder = join(__dirname, '../../../../../docs');
    const headings = readFileSync(join(folder, page), 'utf8')
      .split('\n')
      .filter(line => line.startsWith('#'))
      .map(line =>
        line
          .replace(/^#+ /, '')
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
    expect(headings).toContain(anchor);
  }
});
