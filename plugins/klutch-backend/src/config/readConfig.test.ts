import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigReader } from '@backstage/config';
import type { JsonObject } from '@backstage/types';
import { kubeConfigPolicies } from '@klutch/kube';
import { createAuthority } from '@klutch/local-processes';
import { readConfig } from './readConfig';

const dir = mkdtempSync(join(tmpdir(), 'klutch-config-'));
afterAll(() => rmSync(dir, { recursive: true }));

const file = (name: string, content: string) => {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
};

const kubeconfigWith = (
  name: string,
  trust: string,
  user: object = { token: 'secret-token' },
) =>
  file(
    name,
    `
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: 'https://control:6443', ${trust} } }]
users: [{ name: u, user: ${JSON.stringify(user)} }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`,
  );

let ca: string;
let kubeconfig: string;
beforeAll(async () => {
  const { cert } = await createAuthority('control plane');
  ca = Buffer.from(cert).toString('base64');
  kubeconfig = kubeconfigWith(
    'kubeconfig.yaml',
    `certificate-authority-data: ${ca}`,
  );
});

const read = (more: JsonObject = {}, path = kubeconfig) =>
  readConfig(
    new ConfigReader({
      klutch: { controlPlane: { kubeconfig: path }, ...more },
    }),
  );

/** The address for app clusters. */
const endpointOf = ({ controlPlane }: ReturnType<typeof read>) =>
  controlPlane.endpointOf(controlPlane.kubeConfig);

it('has defaults for all but the kubeconfig', () => {
  expect(read()).toMatchObject({
    portalNamespace: 'klutch-portal',
    allowLoopback: false,
    packageRegistries: [],
    binding: { prettyName: 'Klutch' },
    controlPlane: { file: kubeconfig },
    identity: { userPrefix: 'klutch:', groupPrefix: 'klutch:' },
  });
  expect(read().identity.commonUser).toBeUndefined();
  expect(endpointOf(read())).toMatchObject({
    server: 'https://control:6443',
    caData: ca,
  });
});

it('resolves relative paths from the folder of the kubeconfig', () => {
  file('own-ca.pem', 'PEM');
  const path = kubeconfigWith(
    'files.yaml',
    'certificate-authority: own-ca.pem',
  );
  expect(endpointOf(read({}, path)).caData).toBe(
    Buffer.from('PEM').toString('base64'),
  );
});

it('reads all keys', () => {
  const config = read({
    binding: {
      externalServer: 'https://control.example.com',
      externalCaFile: file('ca.pem', 'PEM'),
      tlsServerName: 'control',
      tokenLifetime: { hours: 2 },
      serviceNamespaceLimit: 0,
    },
    identity: { groups: ['developers', 'group:ops/db'] },
  });
  expect(config.binding).toMatchObject({
    tokenLifetimeSeconds: 7200,
    serviceNamespaceLimit: 0,
  });
  expect(endpointOf(config)).toEqual({
    server: 'https://control.example.com',
    caData: Buffer.from('PEM').toString('base64'),
    tlsServerName: 'control',
  });
  expect(config.identity.groups).toEqual(
    new Set(['group:default/developers', 'group:ops/db']),
  );
});

describe('without a kubeconfig', () => {
  const readInPod = (controlPlane: JsonObject, host?: string) => {
    const environment = jest.replaceProperty(process, 'env', {
      KUBERNETES_SERVICE_HOST: host,
    });
    try {
      return readConfig(
        new ConfigReader({
          klutch: {
            controlPlane,
            binding: { externalServer: 'https://control.example.com' },
          },
        }),
      );
    } finally {
      environment.restore();
    }
  };

  it.each([{}, { inCluster: true }])(
    'signs in as the service account of the pod (%j)',
    controlPlane => {
      // This machine is no pod, so the certificate authority of pods is missing.
      expect(() => readInPod(controlPlane, '10.0.0.1')).toThrow(
        'The file /var/run/secrets/kubernetes.io/serviceaccount/ca.crt, which the kubeconfig names, cannot be read',
      );
    },
  );

  it.each([{}, { inCluster: true }])(
    'says outside of a pod what to set (%j)',
    controlPlane => {
      expect(() => readInPod(controlPlane)).toThrow(
        'Not inside a cluster. Set klutch.controlPlane.kubeconfig',
      );
    },
  );

  it('refuses inCluster: false', () => {
    expect(() => readInPod({ inCluster: false }, '10.0.0.1')).toThrow(
      'Configuration klutch.controlPlane.kubeconfig: set a file',
    );
  });
});

it('requires the address of the control plane for app clusters in a pod', () => {
  const environment = jest.replaceProperty(process, 'env', {
    KUBERNETES_SERVICE_HOST: '10.0.0.1',
  });
  expect(() =>
    readConfig(new ConfigReader({ klutch: { controlPlane: {} } })),
  ).toThrow('Configuration klutch.binding.externalServer: ');
  environment.restore();
});

it('accepts a kubeconfig that runs a program to sign in, as those of EKS, GKE and AKS do', () => {
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1beta1',
    command: 'aws',
    args: ['eks', 'get-token'],
    env: [{ name: 'AWS_PROFILE', value: 'platform' }],
    interactiveMode: 'IfAvailable',
    provideClusterInfo: true,
  };
  const trust = `certificate-authority-data: ${ca}`;
  const path = kubeconfigWith('exec.yaml', trust, { exec });
  expect(
    read({}, path).controlPlane.kubeConfig.getCurrentUser()?.exec,
  ).toMatchObject({ command: 'aws', args: exec.args, env: exec.env });
});

it.each<[JsonObject, string]>([
  [{}, 'klutch:portal-user'],
  [{ userPrefix: 'backstage:' }, 'backstage:portal-user'],
  [{ commonUser: 'klutch:everybody' }, 'klutch:everybody'],
])('has one user for everybody with the strategy groups (%j)', (more, user) => {
  const { identity } = read({ identity: { strategy: 'groups', ...more } });
  expect(identity.commonUser).toBe(user);
});

it.each(['everyone', 'nobody', ['group:default/data']])(
  'R12: accepts %j as default audience',
  defaultAudience => {
    expect(read().binding.defaultAudience).toBeUndefined();
    expect(read({ binding: { defaultAudience } }).binding).toMatchObject({
      defaultAudience,
    });
  },
);

it('serves AppClusterBindings when configured', () => {
  expect(read().binding.appClusterBindings).toBeUndefined();
  expect(
    read({ binding: { appClusterBindings: {} } }).binding.appClusterBindings,
  ).toEqual({ kubeconfigPolicy: kubeConfigPolicies.strict });
  const config = read({
    appClusters: { allowLoopback: true },
    binding: {
      appClusterBindings: { konnectorImage: 'k', allowedOverrides: [] },
    },
  });
  expect(config.binding.appClusterBindings).toEqual({
    konnectorImage: 'k',
    allowedOverrides: [],
    kubeconfigPolicy: { ...kubeConfigPolicies.strict, loopback: 'allow' },
  });
});

it.each<[string, () => unknown, RegExp]>([
  [
    'an override that runs something',
    () =>
      read({
        binding: { appClusterBindings: { allowedOverrides: ['image'] } },
      }),
    /klutch\.binding\.appClusterBindings\.allowedOverrides\.0/,
  ],
  [
    'a missing file',
    () => read({}, join(dir, 'none.yaml')),
    /klutch\.controlPlane\.kubeconfig: the file .* cannot be read/,
  ],
  [
    'no kubeconfig',
    () => read({}, file('no.yaml', 'secret-token: [')),
    /klutch\.controlPlane\.kubeconfig: the kubeconfig cannot be used\. It is not YAML/,
  ],
  [
    'no context',
    () =>
      read(
        {},
        file(
          'empty.yaml',
          'apiVersion: v1\nkind: Config\nclusters: []\nusers: []\ncontexts: []\n',
        ),
      ),
    /klutch\.controlPlane\.kubeconfig: .*no current context/,
  ],
  [
    'a server without https',
    () => read({ binding: { externalServer: 'http://control' } }),
    /klutch\.binding\.externalServer: "http:\/\/control" is not a URL/,
  ],
  [
    'a token life that is too long',
    () => read({ binding: { tokenLifetime: { days: 30 } } }),
    /klutch\.binding\.tokenLifetime: the value must be from ten minutes/,
  ],
  [
    'a negative limit of service namespaces',
    () => read({ binding: { serviceNamespaceLimit: -1 } }),
    /klutch\.binding\.serviceNamespaceLimit: write a whole number/,
  ],
  [
    'R12: an invalid default audience',
    () => read({ binding: { defaultAudience: 'all' } }),
    /klutch\.binding\.defaultAudience: write everyone, nobody, or a list/,
  ],
  [
    'R12: a group without issuer as default audience, with several issuers',
    () =>
      read({
        binding: {
          defaultAudience: ['data'],
          handshake: {
            identityProviders: [
              { id: 'a', issuer: 'https://id.test', clientId: 'klutch' },
            ],
          },
        },
      }),
    /klutch\.binding\.defaultAudience: users sign in at several issuers \(klutch-portal, https:\/\/id\.test\), and "data" does not name the issuer/,
  ],
  [
    'a prefix of Kubernetes',
    () => read({ identity: { userPrefix: 'system:' } }),
    /klutch\.identity\.userPrefix: "system:" cannot be used/,
  ],
  [
    'a common user of Kubernetes',
    () =>
      read({
        identity: { strategy: 'groups', commonUser: 'system:kube-scheduler' },
      }),
    /klutch\.identity\.commonUser: "system:kube-scheduler" cannot be used/,
  ],
  [
    'a common user that would not be used',
    () => read({ identity: { commonUser: 'klutch:everybody' } }),
    /klutch\.identity\.commonUser: set klutch\.identity\.strategy: groups/,
  ],
  [
    'an unknown strategy',
    () => read({ identity: { strategy: 'oidc' } }),
    /klutch\.identity\.strategy: write impersonation or groups/,
  ],
  [
    'a kubeconfig beside inCluster',
    () => read({ controlPlane: { kubeconfig, inCluster: true } }),
    /klutch\.controlPlane\.inCluster: .*kubeconfig is set, too/,
  ],
  [
    'a registry that is a URL',
    () =>
      read({
        controlPlane: { kubeconfig, packageRegistries: ['https://x.test'] },
      }),
    /klutch\.controlPlane\.packageRegistries: "https:\/\/x\.test" is not a host/,
  ],
  [
    'an invalid group',
    () => read({ identity: { groups: ['group:ops/'] } }),
    /klutch\.identity\.groups: "group:ops\/" is not an entity ref/,
  ],
])('names the key of %s, and quotes no file', (_, reading, message) => {
  expect(reading).toThrow(message);
  expect(reading).not.toThrow(/secret-token/);
});
