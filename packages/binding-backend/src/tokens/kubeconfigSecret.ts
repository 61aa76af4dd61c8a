/** The Secret of a cluster namespace with the konnector's kubeconfig and the backend's annotations. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient, type Secret } from '@klutch/kube';

/** The Secret as messages name it. */
export const kubeconfigSecretTitle = (namespace: string): string =>
  `Secret ${namespace}/${names.kubeconfigSecret}`;

/** Reads the Secret live; undefined when there is none. */
export const kubeconfigSecretIn = (
  client: KubeClient,
  namespace: string,
): Promise<Secret | undefined> =>
  client.get(core.secrets, { namespace, name: names.kubeconfigSecret });
