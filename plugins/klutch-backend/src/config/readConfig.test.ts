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

const kubeconfigWith = (name: string, trust: string) =>
  file(
    name,
    `
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: 'https://control:6443', ${trust} } }]
users: [{ name: u, user: { token: secret-token } }]
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

it('has defaults for all but the kubeconfig', () => {
  expect(read()).toMatchObject({
    portalNamespace: 'klutch-portal',
    allowLoopback: false,
    binding: {
      prettyName: 'Klutch',
      external: { server: 'https://control:6443', caData: ca },
    },
    identity: { userPrefix: 'klutch:', groupPrefix: 'klutch:' },
  });
});

it('resolves relative paths from the folder of the kubeconfig', () => {
  file('own-ca.pem', 'PEM');
  const path = kubeconfigWith(
    'files.yaml',
    'certificate-authority: own-ca.pem',
  );
  expect(read({}, path).binding.external.caData).toBe(
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
    external: {
      server: 'https://control.example.com',
      caData: Buffer.from('PEM').toString('base64'),
      tlsServerName: 'control',
    },
    tokenLifetimeSeconds: 7200,
    serviceNamespaceLimit: 0,
  });
  expect(config.identity.groups).toEqual(
    new Set(['group:default/developers', 'group:ops/db']),
  );
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
    'a missing key',
    () => readConfig(new ConfigReader({})),
    /klutch\.controlPlane\.kubeconfig/,
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
    'an invalid group',
    () => read({ identity: { groups: ['group:ops/'] } }),
    /klutch\.identity\.groups: "group:ops\/" is not an entity ref/,
  ],
])('names the key of %s, and quotes no file', (_, reading, message) => {
  expect(reading).toThrow(message);
  expect(reading).not.toThrow(/secret-token/);
});
