/** Writes the kubeconfig for the control plane cluster to its Secret on the app cluster. */
import { names, type APIServiceBinding } from '@klutch/bind-api';
import { core, encodeSecretData, type KubeClient } from '@klutch/kube';
import { retryWrite } from '../retryWrite';
import { kubeconfigTarget } from '../tokens/kubeconfig';
import { planKubeconfigSecret } from './planKubeconfigSecret';

const namespace = names.appClusterNamespace;

/**
 * Writes the kubeconfig to its Secret in `klutch-bind` when its content differs.
 * @param onWritten - called once the kubeconfig is written
 * @returns name of the Secret
 */
export const ensureKubeconfigSecret = async (
  appCluster: KubeClient,
  binding: APIServiceBinding | undefined,
  kubeconfig: string,
  onWritten: () => void = () => undefined,
): Promise<string> => {
  const target = kubeconfigTarget(kubeconfig);
  if (!target) throw new TypeError('The kubeconfig has no usable context.');
  const data = encodeSecretData({ [names.kubeconfigKey]: kubeconfig });
  const object = `The kubeconfig secret in namespace ${namespace} of the app cluster`;
  return retryWrite({ object, purpose: 'write it' }, async () => {
    const { items } = await appCluster.list(core.secrets, { namespace });
    const plan = planKubeconfigSecret(items, binding, kubeconfig, target);
    if (plan.action === 'keep') return plan.name;
    if (plan.action === 'update') {
      const key = { namespace, name: plan.name };
      await appCluster.mergePatch(core.secrets, key, { data });
      onWritten();
      return plan.name;
    }
    const created = await appCluster.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        namespace,
        ...(plan.action === 'create'
          ? { name: plan.name }
          : { generateName: names.kubeconfigSecretGenerateName }),
      },
      type: 'Opaque',
      data,
    });
    onWritten();
    return created.metadata.name ?? '';
  });
};
