/** The right to watch Secrets in a cluster namespace that nobody had any right in before. */
import { names } from '@klutch/bind-api';
import {
  core,
  isAlreadyExists,
  isForbidden,
  isNotFound,
  type KubeClient,
} from '@klutch/kube';
import { secretReaderBinding } from '../roles/secretReader';

/**
 * Before an app cluster has any right there. Where it has, nobody knows here what it could watch before: that is the
 * controller's.
 */
export const ensureSecretReaderBinding = async (
  client: KubeClient,
  namespace: string,
  isNeeded: boolean,
): Promise<void> => {
  const key = { namespace, name: names.binder };
  if (await client.get(core.roleBindings, key)) return;
  try {
    await client.create(
      core.roleBindings,
      secretReaderBinding(namespace, isNeeded),
    );
  } catch (error) {
    const rolesAreOlder = isForbidden(error) || isNotFound(error);
    if (!isAlreadyExists(error) && !rolesAreOlder) throw error;
  }
};
