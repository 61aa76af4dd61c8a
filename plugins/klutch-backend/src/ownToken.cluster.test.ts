/** People act on clusters with their own tokens of a real Keycloak, by the strategy in the README of klutch-node. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  coreServices,
  createBackendModule,
  createServiceFactory,
  type BackstageUserPrincipal,
} from '@backstage/backend-plugin-api';
import {
  mockCredentials,
  mockServices,
  startTestBackend,
} from '@backstage/backend-test-utils';
import { parseEntityRef } from '@backstage/catalog-model';
import { createKlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { klutchIdentityExtensionPoint } from '@klutch/backstage-plugin-klutch-node';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  prepareKeycloak,
  type Keycloak,
} from '@klutch/binding-backend/src/testing/__testUtils__/keycloak';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  clients,
  clusterAudience,
  team,
} from '@klutch/binding-backend/src/testing/__testUtils__/keycloakRealm';
import type { KubeClient, KubeObject } from '@klutch/kube';
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { createAuthority, issueCertificate } from '@klutch/local-processes';
import { parse, stringify } from 'yaml';
import klutchPlugin from '.';
import {
  apply,
  installApi,
  portalUser,
  prepareAppCluster,
  startClusters,
  type TestClusters,
} from './testing/__testUtils__/clusters';
import { eventually } from './testing/__testUtils__/eventually';
import {
  instances,
  instanceSpec,
  namespace,
} from './testing/__testUtils__/PortalFixture';

jest.setTimeout(360_000);

/** The token of the portal itself on both clusters. */
const portalToken = 'token-of-the-portal';

/** As in the README of klutch-node. */
const ownTokens = createBackendModule({
  pluginId: 'klutch',
  moduleId: 'own-tokens',
  register(module) {
    module.registerInit({
      deps: { identity: klutchIdentityExtensionPoint },
      async init({ identity }) {
        identity.setStrategy({
          async identityOf({ userRef, ownershipRefs, headers }) {
            const token = headers['x-forwarded-access-token'];
            const groups = ownershipRefs.map(ref => parseEntityRef(ref));
            return {
              user: `oidc:${parseEntityRef(userRef).name}`,
              groups: groups
                .filter(({ kind }) => kind === 'group')
                .map(({ name }) => `oidc:${name}`),
              ...(typeof token === 'string' && { token }),
            };
          },
        });
      },
    });
  },
});

/** Alice is in the team in Backstage, as in Keycloak. */
const userInfo = createServiceFactory({
  service: coreServices.userInfo,
  deps: {},
  factory: () => ({
    async getUserInfo({ principal }) {
      const { userEntityRef } = principal as BackstageUserPrincipal;
      const groups =
        userEntityRef === 'user:default/alice' ? [`group:default/${team}`] : [];
      return {
        userEntityRef,
        ownershipEntityRefs: [userEntityRef, ...groups],
      };
    },
  }),
});

const rbac = 'rbac.authorization.k8s.io';

const grant = (
  role: string,
  subject: { kind: 'User' | 'Group'; name: string },
  within?: string,
): KubeObject => ({
  apiVersion: `${rbac}/v1`,
  kind: within ? 'RoleBinding' : 'ClusterRoleBinding',
  metadata: { name: `own-${role}`, ...(within && { namespace: within }) },
  ...{
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
    subjects: [{ ...subject, apiGroup: rbac }],
  },
});

/** The administrator's kubeconfig with the portal's token in place of the certificate. */
function portalKubeconfig({ kubeconfig }: LocalCluster): string {
  const config = parse(kubeconfig);
  config.users[0].user = { token: portalToken };
  return stringify(config);
}

describeLong('with tokens of a real Keycloak', () => {
  let folder: string;
  let keycloak: Keycloak;
  let clusters: TestClusters;
  let appCluster: LocalCluster;
  let admin: KubeClient;
  let portal: Awaited<ReturnType<typeof startTestBackend>>;
  let baseUrl: string;

  /** A client whose requests a proxy signs in; without a token, those of a person who bypasses it. */
  const as = (name: string, token?: string) =>
    createKlutchClient({
      baseUrl,
      fetch: request => {
        const { headers } = request;
        headers.set(
          'authorization',
          mockCredentials.user.header(`user:default/${name}`),
        );
        if (token) headers.set('x-forwarded-access-token', token);
        return fetch(request);
      },
    });
  const tokenOf = async (name: string): Promise<string> =>
    (await keycloak.tokensOf(name, clients.proxy)).access_token;
  const order = (client: ReturnType<typeof as>, name: string) =>
    client.POST('/claims', {
      body: {
        ...{ cluster: 'apps', namespace, resource: instances, name },
        spec: instanceSpec,
      },
    });

  /** The flags with which API servers accept the tokens of Keycloak, and that of the portal. */
  async function startTrustingCluster(name: string): Promise<LocalCluster> {
    return startCluster({
      name,
      extraArgs: {
        apiServer: [
          `--token-auth-file=${join(folder, 'tokens.csv')}`,
          `--oidc-issuer-url=${keycloak.issuer}`,
          `--oidc-client-id=${clusterAudience}`,
          `--oidc-ca-file=${join(folder, 'ca.crt')}`,
          '--oidc-username-claim=preferred_username',
          '--oidc-username-prefix=oidc:',
          '--oidc-groups-claim=groups',
          '--oidc-groups-prefix=oidc:',
        ],
      },
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klutch-own-token-'));
    const authority = await createAuthority('keycloak');
    const certificate = await issueCertificate(authority, {
      commonName: 'keycloak',
      usage: 'server',
      hosts: [{ type: 'ip', value: '127.0.0.1' }],
    });
    await writeFile(join(folder, 'ca.crt'), authority.cert);
    await writeFile(
      join(folder, 'tokens.csv'),
      `${portalToken},${portalUser},portal\n`,
    );
    keycloak = await prepareKeycloak('http://localhost:7007/callback', {
      ...certificate,
      cert: certificate.cert + authority.cert,
    });
    await keycloak.start();

    clusters = await startClusters(() => startTrustingCluster('control-plane'));
    appCluster = await startTrustingCluster('apps');
    admin = await prepareAppCluster(appCluster);
    const bob = { kind: 'User', name: 'oidc:bob' } as const;
    const developers = { kind: 'Group', name: `oidc:${team}` } as const;
    await apply(clusters.controlPlane.admin, [grant('operator', bob)]);
    await apply(admin, [
      grant('operator', bob),
      grant('status', bob),
      grant('developer', developers, namespace),
    ]);

    const kubeconfig = join(folder, 'control-plane.yaml');
    const { cluster } = clusters.controlPlane;
    await writeFile(kubeconfig, portalKubeconfig(cluster), { mode: 0o600 });
    portal = await startTestBackend({
      features: [
        klutchPlugin,
        ownTokens,
        userInfo,
        mockServices.rootConfig.factory({
          data: {
            klutch: {
              controlPlane: { kubeconfig },
              appClusters: { allowLoopback: true },
            },
          },
        }),
      ],
    });
    baseUrl = `http://localhost:${portal.server.port()}/api/klutch`;
  });

  afterAll(async () => {
    await portal?.stop();
    await admin?.close();
    await appCluster?.stop();
    await clusters?.stop();
    await keycloak?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('an operator registers an app cluster and binds an API, and a developer orders', async () => {
    const bob = as('bob', await tokenOf('bob'));
    await eventually('the API can be offered', async () => {
      const { data } = await bob.GET('/platform/apis');
      return (
        data?.items.some(({ resource }) => resource === instances) === true
      );
    });
    const offered = await bob.POST('/platform/export-templates', {
      body: { resource: instances, claims: [] },
    });
    expect([offered.response.status, offered.error]).toEqual([201, undefined]);
    const registered = await bob.POST('/platform/app-clusters', {
      body: {
        id: 'apps',
        title: 'Apps',
        kubeconfig: portalKubeconfig(appCluster),
      },
    });
    expect([registered.response.status, registered.error]).toEqual([
      201,
      undefined,
    ]);
    await installApi(admin, 'postgresqlinstances');
    const bound = await bob.POST('/platform/app-clusters/{cluster}/bindings', {
      params: { path: { cluster: 'apps' } },
      body: { resource: instances },
    });
    expect([bound.response.status, bound.error]).toEqual([201, undefined]);

    const alice = as('alice', await tokenOf('alice'));
    await eventually('alice may order', async () => {
      const { data } = await alice.GET('/app-clusters/{cluster}/namespaces', {
        params: { path: { cluster: 'apps' }, query: { resource: instances } },
      });
      return (
        data?.items.some(item => item.name === namespace && item.writable) ===
        true
      );
    });
    const ordered = await order(alice, 'orders');
    expect([ordered.response.status, ordered.error]).toEqual([201, undefined]);
    await eventually('alice sees what she ordered', async () => {
      const { data } = await alice.GET('/claims', {});
      return data?.items.some(({ name }) => name === 'orders') === true;
    });
  });

  it.each([
    ['no token, whom the portal may not impersonate', undefined, 403],
    ['a token for another audience', clients.web, 503],
  ])(
    'a cluster refuses an order of a person with %s',
    async (_, clientId, status) => {
      const token =
        clientId && (await keycloak.tokensOf('alice', clientId)).access_token;
      const { error, response } = await order(as('alice', token), 'refused');
      expect([response.status, error?.error.reason]).toEqual([
        status,
        token ? 'ClusterUnauthorized' : 'ImpersonationForbidden',
      ]);
      expect(JSON.stringify(error)).not.toContain(token ?? portalToken);
    },
  );
});
