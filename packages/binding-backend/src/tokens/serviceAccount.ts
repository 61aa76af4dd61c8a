/** The service account of an app cluster's konnector on the control plane cluster. */
import { names } from '@klutch/bind-api';
import { core, isAlreadyExists, type KubeClient } from '@klutch/kube';
import { binderServiceAccount } from '../roles/tenantRole';

/** Creates the service account of a cluster namespace if missing. */
export const ensureServiceAccount = async (
  client: KubeClient,
  namespace: string,
): Promise<{ uid: string }> => {
  const key = { namespace, name: names.binder };
  const create = async () => {
    try {
      const wanted = binderServiceAccount(namespace);
      return await client.create(core.serviceAccounts, wanted);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      return client.get(core.serviceAccounts, key);
    }
  };
  const account =
    (await client.get(core.serviceAccounts, key)) ?? (await create());
  return { uid: account?.metadata.uid ?? '' };
};
