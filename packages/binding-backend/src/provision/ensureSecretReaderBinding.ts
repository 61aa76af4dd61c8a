/** The initial right to watch Secrets in a new cluster namespace. */
import { names } from '@klutch/bind-api';
import {
  core,
  createIfAbsent,
  isForbidden,
  isNotFound,
  type KubeClient,
} from '@klutch/kube';
import { secretReaderBinding } from '../roles/secretReaderBinding';

/**
 * Call this function before an app cluster has any right in the namespace. Later, earlier rights to watch are unknown
 * here, and the secret-reader controller decides.
 */
export const ensureSecretReaderBinding = async (
  client: KubeClient,
  namespace: string,
  isNeeded: boolean,
): Promise<void> => {
  const key = { namespace, name: names.binder };
  if (await client.get(core.roleBindings, key)) return;
  try {
    const binding = secretReaderBinding(namespace, isNeeded);
    await createIfAbsent(client, core.roleBindings, binding);
  } catch (error) {
    const rolesAreOlder = isForbidden(error) || isNotFound(error);
    if (!rolesAreOlder) throw error;
  }
};
