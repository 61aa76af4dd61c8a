/** Takes the kubeconfig that the control plane rotated home to the app cluster. */
import { fieldManagers } from '@klutch/bind-api';
import { core, type KubeClient, type Logger } from '@klutch/kube';
import type { SecretRef } from '../controlPlane/ControlPlane';
import { planSecretCopy } from './planSecretCopy';

/**
 * Writes only when the kubeconfig is another one.
 * @param options.client - of the app cluster.
 * @param options.kubeconfig - base64, as the control plane's secret has it.
 */
export async function bringSecretHome(options: {
  client: KubeClient;
  secretRef: SecretRef;
  kubeconfig: string;
  logger: Logger;
}): Promise<void> {
  const { client, secretRef, kubeconfig, logger } = options;
  const { namespace, name, key } = secretRef;
  const own = await client.get(core.secrets, { namespace, name });
  const patch = own && planSecretCopy(own, key, kubeconfig);
  if (!patch) return;
  await client.mergePatch(core.secrets, { namespace, name }, patch, {
    fieldManager: fieldManagers.claimed,
  });
  logger.info(
    { secret: `${namespace}/${name}` },
    'took the rotated kubeconfig home',
  );
}
