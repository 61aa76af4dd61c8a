/** Reads the kubeconfig of an app cluster, and keeps its copy in the cluster namespace in sync. */
import { names, type AppClusterBinding } from '@klutch/bind-api';
import { core, kubeConfigPolicies, encodeSecretData } from '@klutch/kube';
import { kubeconfigOf } from '../tokens/kubeconfig';
import type { AppClusterContext } from './context';
import { appClusterLabels } from '../identity/appClusterBindingIdentity';
import {
  validateKubeconfig,
  validateSecretRef,
  type KubeconfigValidation,
} from './validateKubeconfig';

/** Reads the Secret live: the backend caches no user secrets, and has no right to list them. */
export const readKubeconfig = async (
  { client, options, now }: AppClusterContext,
  binding: AppClusterBinding,
): Promise<KubeconfigValidation> => {
  const refusal = validateSecretRef(binding);
  if (refusal) return refusal;
  const { namespace, name } = binding.spec.kubeconfigSecretRef;
  const secret = await client.get(core.secrets, { namespace, name });
  const policy = options.kubeconfigPolicy ?? kubeConfigPolicies.strict;
  return validateKubeconfig(binding, secret, policy, now());
};

/** Writes the kubeconfig to Secret `kubeconfig` of the cluster namespace when its content differs. */
export const copyKubeconfig = async (
  { client }: AppClusterContext,
  binding: AppClusterBinding,
  namespace: string,
  kubeconfig: string,
): Promise<void> => {
  const key = { namespace, name: names.kubeconfigSecret };
  const copy = await client.get(core.secrets, key);
  if (kubeconfigOf(copy) === kubeconfig) return;
  const data = encodeSecretData({ [names.kubeconfigKey]: kubeconfig });
  if (copy) {
    const { uid, resourceVersion } = copy.metadata;
    const metadata = { uid, resourceVersion };
    await client.mergePatch(core.secrets, key, { metadata, data });
    return;
  }
  await client.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...key, labels: appClusterLabels(binding) },
    type: 'Opaque',
    data,
  });
};
