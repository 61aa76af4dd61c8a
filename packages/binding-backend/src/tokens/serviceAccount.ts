/** The service account that an app cluster's konnector has on the control plane. */
import { names } from '@klutch/bind-api';
import { core, isAlreadyExists, type KubeClient } from '@klutch/kube';
import { binderServiceAccount } from '../roles/tenantRole';

/** Creates the service account of a cluster namespace unless it is there. */
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
