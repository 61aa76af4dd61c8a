/** Kubeconfigs of a tenant with tokens, as issued by a backend, and the revocation of these tokens. */
import { core, loadKubeConfig, type KubeClient } from '@klutch/kube';
import { konnectorIdentity } from '@klutch/bind-api';
import { applyAll } from './clusterSetup';
import type { TwoClusterFixture } from './twoClusterFixture';

/** A kubeconfig with a token that can be revoked. */
export interface TokenKubeconfig {
  yaml: string;
  /** Makes the API server reject the token; the server may cache its validity for ten seconds. */
  revoke(): Promise<void>;
}

const account = 'tenant-with-token';

/** User name of {@link tokenKubeconfig}. */
export const tokenUser = ({ clusterNamespace }: TwoClusterFixture): string =>
  `system:serviceaccount:${clusterNamespace}:${account}`;

/** Creates a token for a service account of the cluster namespace, which has the tenant's rights, and more. */
export async function tokenKubeconfig(
  fixture: TwoClusterFixture,
  secret: string,
): Promise<TokenKubeconfig> {
  const { provider, clusterNamespace: namespace } = fixture;
  const metadata = { name: account, namespace };
  await applyAll(provider, [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: secret, namespace },
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: account },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'cluster-admin',
      },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    },
  ]);
  return withToken(
    provider,
    metadata,
    secret,
    await fixture.tenantKubeconfig(),
  );
}

/** A kubeconfig of control-plane mode for the app cluster, and its user. */
export interface AppClusterToken extends TokenKubeconfig {
  user: string;
}

/** Creates a token for a separate account of the app cluster with the konnector's rights. */
export async function appClusterToken(
  fixture: TwoClusterFixture,
  name: string,
): Promise<AppClusterToken> {
  const { namespace, role } = konnectorIdentity;
  const metadata = { name, namespace };
  await applyAll(fixture.consumer, [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: 'v1', kind: 'Secret', metadata },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: role,
      },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]);
  const kubeconfig = await fixture.appClusterKubeconfig();
  return {
    ...(await withToken(fixture.consumer, metadata, name, kubeconfig)),
    user: `system:serviceaccount:${namespace}:${name}`,
  };
}

/** @param who - a service account. @param secret - in its namespace; the token is bound to it. */
async function withToken(
  admin: KubeClient,
  who: { namespace: string; name: string },
  secret: string,
  kubeconfig: string,
): Promise<TokenKubeconfig> {
  const key = { namespace: who.namespace, name: secret };
  const { uid = '' } = (await admin.get(core.secrets, key))?.metadata ?? {};
  const { token } = await admin.createToken(who, {
    expirationSeconds: 3_600,
    boundSecret: { name: secret, uid },
  });
  const config = loadKubeConfig(kubeconfig);
  config.users = config.users.map(({ name }) => ({ name, token }));
  return {
    yaml: config.exportConfig(),
    revoke: async () => {
      await admin.delete(core.secrets, key);
    },
  };
}
