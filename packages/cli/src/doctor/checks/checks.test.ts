import type { TokenExpiry } from '@klutch/konnector';
import type { ClusterBinding, APIServiceBinding } from '@klutch/bind-api';
import { actionText, type CustomResourceDefinition } from '@klutch/kube';
import { expectedCrds } from './crds';
import { crossplane } from './crossplane';
import { heartbeat, konnectorVersion } from './heartbeat';
import { konnectors } from './konnector';
import { appClusterActions, rights } from './rights';
import { clock, kubernetesVersion } from './server';
import { token } from './token';

const nowMs = Date.parse('2026-01-10T00:00:00Z');
const hourMs = 3_600_000;

describe('clock', () => {
  const at = (serverMs: number) =>
    clock('x', { serverMs, sentMs: nowMs, receivedMs: nowMs + 500 });

  it.each([
    [0, 'OK', 'time of this machine'],
    [-900, 'OK', 'time of this machine'],
    [5_500, 'Warning', '5 s ahead of'],
    [60_500, 'Failed', '60 s ahead of'],
    [-61_000, 'Failed', '60 s behind'],
  ])('says of a difference of %d ms: %s', (ms, status, text) => {
    expect(at(nowMs + ms)).toMatchObject({
      status,
      message: expect.stringContaining(text),
    });
  });
});

it.each([
  ['v1.34.1', 'OK'],
  ['v1.29.0', 'Warning'],
  ['v1.30.2+k3s1', 'OK'],
  ['', 'Warning'],
])('judges Kubernetes %s as %s', (gitVersion, status) => {
  expect(kubernetesVersion('x', { address: '', gitVersion }).status).toBe(
    status,
  );
});

describe('token', () => {
  const expiry = (issuedMs: number, expiresMs: number): TokenExpiry => ({
    expires: 'at',
    issuedAt: new Date(issuedMs),
    expiresAt: new Date(expiresMs),
  });

  it.each<[string, TokenExpiry, string]>([
    ['fresh', expiry(nowMs, nowMs + hourMs), 'OK'],
    ['not renewed', expiry(nowMs - 2 * hourMs, nowMs + hourMs), 'Warning'],
    ['expired', expiry(nowMs - 2 * hourMs, nowMs - hourMs), 'Failed'],
    ['without expiry', { expires: 'never' }, 'OK'],
    ['opaque', { expires: 'unknown' }, 'OK'],
  ])('judges one that is %s', (_, facts, status) => {
    expect(token('x', facts, new Date(nowMs)).status).toBe(status);
  });
});

describe('heartbeat', () => {
  const binding = (status: ClusterBinding['status']) =>
    ({ status }) as ClusterBinding;
  it.each([
    ['2026-01-09T23:59:50Z', '60s', 'OK'],
    ['2026-01-09T22:00:00Z', '60s', 'Failed'],
    ['2026-01-10T01:00:00Z', '60s', 'Failed'],
    ['2026-01-10T00:00:00Z', undefined, 'Warning'],
    [undefined, undefined, 'Failed'],
  ])('of %s each %s is %s', (lastHeartbeatTime, heartbeatInterval, status) => {
    expect(
      heartbeat(
        'x',
        binding({ lastHeartbeatTime, heartbeatInterval }),
        new Date(nowMs),
      ).status,
    ).toBe(status);
  });
});

it.each([
  ['v1.2.3+secret-by-name', 'OK'],
  ['v1.2.2', 'Warning'],
  [undefined, 'Warning'],
])('judges the konnector version %s as %s', (reported, status) => {
  expect(konnectorVersion('x', reported, '1.2.3').status).toBe(status);
});

describe('the konnector', () => {
  const deployment = (readyReplicas: number) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'konnector' },
    spec: { replicas: 2 },
    status: { readyReplicas },
  });
  it('is judged by its pods', () => {
    expect(konnectors([], [])).toMatchObject([{ status: 'Warning' }]);
    expect(konnectors([deployment(1), deployment(2)], [])).toMatchObject([
      { status: 'Warning', message: expect.stringContaining('1 of 2') },
      { status: 'OK' },
    ]);
  });

  it.each([
    [0, 'Failed'],
    [2, 'Warning'],
  ])(
    'whose image cannot be pulled is, with %d former pods, %s',
    (readyReplicas, status) => {
      const image = 'registry.test/klutch-konnector:1';
      const pod = {
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'konnector-a' } },
        spec: { containers: [{ image }] },
        status: {
          containerStatuses: [
            { state: { waiting: { reason: 'ImagePullBackOff' } } },
          ],
        },
      };
      const spec = { template: { spec: pod.spec } };
      const broken = { ...deployment(readyReplicas), spec };
      expect(konnectors([broken], [pod])).toEqual([
        {
          check: 'Versions',
          status,
          message: expect.stringMatching(
            /pod konnector-a cannot get the image registry.test.*ImagePullBackOff/,
          ),
          remedy: expect.stringContaining('imagePullSecrets'),
        },
      ]);
    },
  );
});

it('says which CRDs are missing, not established, or lack a version', () => {
  const crd = (name: string, established: boolean) =>
    ({
      metadata: { name },
      spec: { versions: [{ name: 'v1', served: true }] },
      status: {
        conditions: [
          { type: 'Established', status: established ? 'True' : 'False' },
        ],
      },
    }) as CustomResourceDefinition;
  const expected = (name: string, versions: string[] = []) => ({
    name,
    versions,
    remedy: 'Do it.',
  });
  expect(
    expectedCrds(
      'x',
      [
        expected('a', ['v1']),
        expected('a', ['v2']),
        expected('b'),
        expected('c'),
      ],
      [crd('a', true), crd('b', false)],
    ).map(({ message, status }) => `${status} ${message}`),
  ).toEqual([
    'OK x: a (v1)',
    'Failed x: CRD a does not serve v2',
    'Failed x: CRD b is not established',
    'Failed x has no CRD c',
  ]);
});

describe('rights', () => {
  const binding = {
    metadata: { name: 'databases.example.test' },
    spec: {
      kubeconfigSecretRef: { name: 's' },
      permissionClaims: [
        { group: '', resource: 'configmaps', state: 'Accepted' },
        { group: '', resource: 'pods', state: 'Rejected' },
      ],
    },
  } as APIServiceBinding;

  it('need what the roles of the konnector have, and no more', () => {
    const actions = appClusterActions([binding]).map(actionText);
    expect(actions).toEqual(
      expect.arrayContaining([
        'patch secrets -n klutch-bind',
        'patch databases.example.test/status',
        'create configmaps',
      ]),
    );
    expect(actions).not.toContain('get pods');
    expect(actions).not.toContain('delete databases.example.test');
    expect(new Set(actions).size).toBe(actions.length);
  });

  it('name what is missing, limited', () => {
    const answers = Array.from({ length: 12 }, (_, index) => ({
      action: { verb: 'get', group: '', resource: `r${index}` },
      allowed: false,
    }));
    expect(rights('x', answers, 'Do it.').message).toMatch(
      /^x: missing get r0, .*get r9 and 2 more$/,
    );
    expect(rights('x', [], 'Do it.').status).toBe('OK');
  });
});

it('limits the problems of Crossplane', () => {
  const problems = Array.from({ length: 22 }, () => ({
    severity: 'error' as const,
    object: { apiVersion: 'v1', kind: 'Claim', namespace: 'a', name: 'b' },
    reason: 'ClaimNotReady' as const,
    params: {},
    message: 'm',
    remedy: 'r',
  }));
  const findings = crossplane({ crossplane: 2, problems });
  expect(findings).toHaveLength(21);
  expect(findings[0]?.message).toBe('Claim a/b: m');
  expect(findings[20]?.message).toBe('and 2 more problems');
  expect(crossplane({ crossplane: 2, problems: [] })).toMatchObject([
    { status: 'OK' },
  ]);
});
