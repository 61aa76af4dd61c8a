/** Whether a kubeconfig leads to the app cluster whose konnector reports under its name. */
import { annotations, bindResources, names } from '@klutch/bind-api';
import { isNotFound, type KubeClient } from '@klutch/kube';
import { InvalidError } from '../errors/InvalidError';
import { aboutKubeconfig } from './usableKubeconfig';

/** Bindings of an app cluster; none where their type is not known. */
async function bindingsOf(appCluster: Pick<KubeClient, 'list'>) {
  const { appClusterNamespace: namespace } = names;
  try {
    return (await appCluster.list(bindResources.bindings, { namespace })).items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** What is known of the app cluster. */
export interface KnownCluster {
  title: string;
  clusterNamespace: string;
  /** Of the cluster namespace. */
  uid: string | undefined;
}

/**
 * By the bindings there, on which the konnector records the cluster namespace that they lead to.
 *
 * @throws InvalidError for another cluster
 */
export async function requireSameCluster(
  appCluster: Pick<KubeClient, 'list'>,
  { clusterNamespace, title, uid }: KnownCluster,
): Promise<void> {
  const bindings = await bindingsOf(appCluster);
  const isSame = bindings.some(
    ({ metadata }) =>
      uid !== undefined &&
      metadata.annotations?.[annotations.providerNamespaceUid] === uid,
  );
  if (isSame) return;
  throw new InvalidError(
    `This kubeconfig leads to another cluster than the one whose konnector reports as ${title}.`,
    [
      aboutKubeconfig(
        `No binding there leads to the cluster namespace ${clusterNamespace}. Choose a kubeconfig of ${title}.`,
      ),
    ],
  );
}
