/** Takes the kubeconfig that the control plane rotated home to the app cluster. */
import { fieldManagers } from '@klutch/bind-api';
import { core, type KubeClient, type Logger } from '@klutch/kube';
import type { SecretRef } from '../access/SecretRef';
import type {
  RefusedKubeconfig,
  VerifyKubeconfig,
} from '../access/verifyKubeconfig';
import { planSecretCopy } from './planSecretCopy';
import type { OfferedKubeconfig } from './providerSecret';

/**
 * Writes only when the kubeconfig is another one and works: after a restart there is no other than the one at home.
 * @param options.client - of the app cluster.
 * @param options.inUse - fingerprint of the kubeconfig in use.
 * @returns why the offered kubeconfig stays where it is; undefined when it came home, or had nothing to come for.
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
  const patch = own && planSecretCopy(own, key, offered, options.inUse);
  if (!patch) return undefined;
  const refused = await options.verifyKubeconfig(offered, signal);
  if (refused) return refused;
  await client.mergePatch(core.secrets, { namespace, name }, patch, {
    fieldManager: fieldManagers.claimed,
  });
  logger.info(
    { secret: `${namespace}/${name}` },
    'took the rotated kubeconfig home',
  );
  return undefined;
}
