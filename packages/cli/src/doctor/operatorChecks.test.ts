import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import {
  backendAdmissionPolicy,
  backendLeaseRole,
  backendRoleBinding,
  portalControlPlaneRoles,
  requiredPolicies,
} from '@klutch/binding-backend';
import {
  ApiError,
  encodeSecretData,
  type KubeClient,
  type KubeObject,
  type ResourceAttributes,
  type Subject,
} from '@klutch/kube';
import { createAuthority, issueCertificate } from '@klutch/local-processes';
import { backendRightsCheck } from './backendRightsCheck';
import { certificateCheck } from './certificateCheck';
import { externalAddressChecks, serverOf } from './externalAddress';
import { policyCheck } from './policyCheck';
import { runChecks, type Check } from './runChecks';

const backend: Subject = {
  kind: 'ServiceAccount',
  name: 'backend',
  namespace: 'binding',
};
const portal: Subject = {
  kind: 'User',
  name: 'backstage',
  apiGroup: 'rbac.authorization.k8s.io',
};
const rolesOfBackend = [
  backendRoleBinding(backend),
  ...backendLeaseRole(backend, 'binding'),
];
const rolesOfPortal = [
  backendRoleBinding(portal),
  ...portalControlPlaneRoles(portal, { users: ['jo'], groups: [] }, 'portal'),
];

interface Review {
  spec: { user?: string; resourceAttributes: ResourceAttributes };
}

interface Plane {
  objects: readonly object[];
  server?: string;
  may?: (action: ResourceAttributes, user?: string) => boolean;
  /** What requests for a kind fail with. */
  fail?: (kind: string) => Error | undefined;
}

const isEveryAction = ({ verb }: ResourceAttributes) => verb === '*';

/** A control plane with these objects. */
function planeWith({
  fail = () => undefined,
  may = action => !isEveryAction(action),
  objects,
  server = 'http://127.0.0.1:1',
}: Plane): KubeClient {
  const ofKind = (kind: string) => {
    const error = fail(kind);
    if (error) throw error;
    return (objects as KubeObject[]).filter(one => one.kind === kind);
  };
  return {
    server,
    get: async ({ kind }: { kind: string }, { name }: { name: string }) =>
      ofKind(kind).find(({ metadata }) => metadata.name === name),
    list: async ({ kind }: { kind: string }) => ({ items: ofKind(kind) }),
    raw: async (_method: string, _path: string, { spec }: Review) => ({
      status: { allowed: may(spec.resourceAttributes, spec.user) },
    }),
  } as unknown as KubeClient;
}

const refused = new ApiError({
  code: 403,
  reason: 'Forbidden',
  message: 'User "jo" cannot get it.',
});

/** `<status> <check> <message>` of each finding. */
async function report(...checks: Check[]): Promise<string[]> {
  const findings = await runChecks(checks, { timeoutMs: 5_000 });
  return findings.map(
    ({ check, message, status }) => `${status} ${check} ${message}`,
  );
}

describe('rights of the backend', () => {
  const found = (plane: Plane) => report(backendRightsCheck(planeWith(plane)));

  it('are compared with those of the roles, for the identity that has them', async () => {
    const users = new Set<string | undefined>();
    const namespaces = new Set<string | undefined>();
    const may: Plane['may'] = (action, user) => {
      users.add(user);
      namespaces.add(action.namespace);
      return !isEveryAction(action);
    };
    expect(await found({ objects: rolesOfBackend, may })).toEqual([
      expect.stringMatching(
        /^OK Rights rights of the binding backend \(ServiceAccount backend\) on the control plane: all \d+ are granted$/,
      ),
    ]);
    expect([...users]).toEqual(['system:serviceaccount:binding:backend']);
    expect([...namespaces].sort()).toEqual(['binding', undefined]);
  });

  it('of a portal are named when they are missing', async () => {
    const may: Plane['may'] = ({ namespace, resource, verb }) =>
      verb !== '*' && !(namespace === 'portal' && resource === 'secrets');
    expect(await found({ objects: rolesOfPortal, may })).toEqual([
      'Failed Rights rights of the portal (User backstage) on the control plane: missing get secrets -n portal, list secrets -n portal, watch secrets -n portal',
    ]);
  });

  it('are too many with cluster-admin, and not known without roles or rights', async () => {
    expect([
      ...(await found({ objects: rolesOfBackend, may: () => true })),
      ...(await found({ objects: [] })),
      ...(await found({ objects: rolesOfBackend, fail: () => refused })),
    ]).toEqual([
      expect.stringMatching(/^Warning Rights .* as with cluster-admin$/),
      expect.stringMatching(/^Warning Rights .*nobody has the roles/),
      expect.stringMatching(/^Warning Rights .*not checked.*cannot get it/),
    ]);
  });
});

describe('admission policies', () => {
  const found = (plane: Plane) => report(policyCheck(planeWith(plane)));
  const enforced = [...rolesOfPortal, ...requiredPolicies(portal).flat()];

  it('are in force as this version prints them, for the identity of the backend', async () => {
    expect(await found({ objects: enforced })).toEqual(
      [
        'klutch-binder-secrets',
        'klutch-binding-backend',
        'klutch-restores',
      ].map(
        name =>
          `OK Policies control plane: admission policy ${name} is in force`,
      ),
    );
  });

  it('are missing, for another identity, or may not be read', async () => {
    const [tenants = []] = requiredPolicies();
    const other = [
      ...rolesOfPortal,
      ...tenants,
      ...backendAdmissionPolicy(backend),
    ];
    expect(await found({ objects: other })).toEqual([
      expect.stringMatching(/^OK .*klutch-binder-secrets/),
      expect.stringMatching(/^Warning .*klutch-binding-backend differs/),
      expect.stringMatching(/^Failed .*klutch-restores .* does not exist/),
    ]);
    const fail: Plane['fail'] = kind =>
      kind.startsWith('Validating') ? refused : undefined;
    expect(await found({ objects: enforced, fail })).toEqual(
      Array(3).fill(expect.stringMatching(/^Warning Policies .*not be read/)),
    );
  });

  it('for the backend need to know its user', async () => {
    const fail: Plane['fail'] = kind =>
      kind.endsWith('RoleBinding') ? refused : undefined;
    const all = await found({ objects: enforced, fail });
    expect(all).toHaveLength(3);
    expect(all[2]).toMatch(/^Warning .*binding backend was not checked/);
  });
});

describe('the address for app clusters', () => {
  let ca: string;
  let port: number;
  const server = createServer();

  beforeAll(async () => {
    const authority = await createAuthority('control plane');
    ca = authority.cert;
    server.setSecureContext(
      await issueCertificate(authority, {
        commonName: 'api',
        usage: 'server',
        hosts: [
          { type: 'ip', value: '127.0.0.1' },
          { type: 'ip', value: '0.0.0.0' },
        ],
      }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());

  const token = 'a-secret-token';
  /** An app cluster whose konnector has this address. */
  const bound = (namespace: string, address: string, created: string) => [
    {
      kind: 'ClusterBinding',
      metadata: { name: 'cluster', namespace, creationTimestamp: created },
      spec: { kubeconfigSecretRef: { name: namespace, key: 'kubeconfig' } },
    },
    {
      kind: 'Secret',
      metadata: { name: namespace, namespace },
      data: encodeSecretData({
        kubeconfig: JSON.stringify({
          apiVersion: 'v1',
          kind: 'Config',
          'current-context': 'x',
          contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
          clusters: [
            {
              name: 'c',
              cluster: {
                server: address,
                'certificate-authority-data':
                  Buffer.from(ca).toString('base64'),
              },
            },
          ],
          users: [{ name: 'u', user: { token } }],
        }),
      }),
    },
  ];
  const found = async (plane: Plane) => {
    const lines = await report(...externalAddressChecks(planeWith(plane)));
    expect(lines.join()).not.toContain(token);
    return lines;
  };

  it('is that of the newest app cluster, with a certificate that its kubeconfig verifies', async () => {
    const outside = `https://0.0.0.0:${port}`;
    const objects = [
      ...bound('new', outside, '2026-02-01T00:00:00Z'),
      ...bound('old', 'https://127.0.0.1:1', '2026-01-01T00:00:00Z'),
    ];
    const own = `https://127.0.0.1:${port}`;
    expect(await found({ objects, server: own })).toEqual([
      `OK Addresses address of the control plane for app clusters: ${outside} answers`,
      expect.stringContaining(`OK Certificates certificate of ${own}: valid`),
      expect.stringContaining(
        `OK Certificates certificate of ${outside}: valid`,
      ),
    ]);
  });

  it('leads to one machine only, or nowhere', async () => {
    const at = (address: string) => ({
      objects: bound('n', address, '2026-01-01T00:00:00Z'),
      server: address,
    });
    expect(await found(at(`https://127.0.0.1:${port}`))).toEqual([
      expect.stringMatching(/^Warning Addresses .* the same machine only$/),
      expect.stringMatching(/^OK Certificates .*valid until/),
    ]);
    expect(await found(at('https://0.0.0.0:1'))).toEqual([
      expect.stringMatching(/^Warning Addresses .*not answer.*ECONNREFUSED/),
      expect.stringMatching(/^Warning Certificates .*not read.*ECONNREFUSED/),
    ]);
  });

  it('is not known without app clusters, or without the right to read their Secrets', async () => {
    expect(await found({ objects: [] })).toEqual([
      expect.stringMatching(/^Warning Addresses .*before an app cluster/),
      'OK Certificates certificate of http://127.0.0.1:1: none is used',
    ]);
    const objects = bound('n', 'https://127.0.0.1:1', '2026-01-01T00:00:00Z');
    const fail: Plane['fail'] = kind =>
      kind === 'Secret' ? refused : undefined;
    expect((await found({ objects, fail }))[0]).toMatch(
      /^Warning Addresses .*not checked.*cannot get it/,
    );
  });

  it('has a certificate that is refused where its authority is another one', async () => {
    const url = `https://127.0.0.1:${port}`;
    expect(await report(certificateCheck({ url, isVerified: true }))).toEqual([
      expect.stringMatching(/^Failed Certificates .*clients refuse it/),
    ]);
    expect(await report(certificateCheck({ url }))).toEqual([
      expect.stringMatching(/^OK Certificates/),
    ]);
  });

  it('is not verified where the konnector does not verify it', () => {
    const kubeconfig = (skips: boolean) =>
      JSON.stringify({
        'current-context': 'x',
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        clusters: [
          {
            name: 'c',
            cluster: {
              server: 'https://x.test',
              'insecure-skip-tls-verify': skips,
            },
          },
        ],
        users: [{ name: 'u', user: { token } }],
      });
    expect(
      [true, false].map(skips => serverOf(kubeconfig(skips))?.isVerified),
    ).toEqual([false, true]);
  });
});
