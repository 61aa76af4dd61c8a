/** Copies a rotated kubeconfig to the app cluster's Secret. */
import { fieldManagers } from '@klutch/bind-api';
import { core, type KubeClient, type Logger } from '@klutch/kube';
import type { SecretRef } from '../access/SecretRef';
import type {
  RefusedKubeconfig,
  VerifyKubeconfig,
} from '../access/verifyKubeconfig';
import { planKubeconfigSecretCopy } from './planKubeconfigSecretCopy';
import type { OfferedKubeconfig } from './providerSecret';

/**
 * Writes the kubeconfig only when it differs and works, because after a restart the konnector has only the kubeconfig
 * of this Secret.
 * @param options.client - of the app cluster.
 * @param options.inUse - fingerprint of the kubeconfig in use.
 * @returns why the offered kubeconfig was refused; undefined when it was written or nothing had to be written.
 * @throws when the Secret of the app cluster cannot be read or written.
 */
export async function syncKubeconfigSecret(
  options: {
    client: KubeClient;
    secretRef: SecretRef;
    inUse: string;
    verifyKubeconfig: VerifyKubeconfig;
    logger: Logger;
  },
  offered: OfferedKubeconfig,
  signal: AbortSignal,
): Promise<RefusedKubeconfig | undefined> {
  const { client, secretRef, logger } = options;
  const { namespace, name, key } = secretRef;
  const own = await client.get(core.secrets, { namespace, name }, { signal });
  const patch =
    own && planKubeconfigSecretCopy(own, key, offered, options.inUse);
  if (!patch) return undefined;
  const refused = await options.verifyKubeconfig(offered, signal);
  if (refused) return refused;
  await client.mergePatch(core.secrets, { namespace, name }, patch, {
    fieldManager: fieldManagers.claimed,
  });
  logger.info(
    { secret: `${namespace}/${name}` },
    'wrote the rotated kubeconfig to the app cluster',
  );
  return undefined;
}
