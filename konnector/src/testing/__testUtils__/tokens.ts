/** Kubeconfigs of a tenant that signs in with tokens, as a backend gives them out, and their sudden end. */
import { core, loadKubeConfig } from '@klutch/kube';
import { applyAll } from './clusterSetup';
import type { TwoClusters } from './twoClusters';

/** A kubeconfig with a token, and the end of that token. */
export interface TokenKubeconfig {
  yaml: string;
  /** From now on the API server refuses the token; it may remember for ten seconds that it was good. */
  end(): Promise<void>;
}

const account = 'tenant-with-token';

/** Mints a token for a service account of the cluster namespace, which may do all that the tenant may, and more. */
export async function tokenKubeconfig(
  world: TwoClusters,
  secret: string,
): Promise<TokenKubeconfig> {
  const { provider, clusterNamespace: namespace } = world;
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
  const key = { namespace, name: secret };
  const { uid = '' } = (await provider.get(core.secrets, key))?.metadata ?? {};
  const { token } = await provider.createToken(
    { namespace, name: account },
    { expirationSeconds: 3_600, boundSecret: { name: secret, uid } },
  );
  const config = loadKubeConfig(await world.tenantKubeconfig());
  config.users = config.users.map(({ name }) => ({ name, token }));
  return {
    yaml: config.exportConfig(),
    end: async () => {
      await provider.delete(core.secrets, key);
    },
  };
}
