/** The Secret of a cluster namespace in which the konnector finds its kubeconfig, and the backend its notes. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient, type Secret } from '@klutch/kube';

/** As it is at this moment, past all caches; undefined when there is none. */
export const kubeconfigSecretIn = (
  client: KubeClient,
  namespace: string,
): Promise<Secret | undefined> =>
  client.get(core.secrets, { namespace, name: names.kubeconfigSecret });
