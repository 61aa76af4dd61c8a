/** The Secrets that tokens are bound to, so that they can be revoked. */
import {
  core,
  isAlreadyExists,
  isConflict,
  type KubeClient,
} from '@klutch/kube';
import type { TokenSecret, TokenState } from './tokenPlan';

/** Deletes exactly this Secret; a newer one of the same name stays. */
export const deleteTokenSecret = async (
  client: KubeClient,
  namespace: string,
  { name, uid }: TokenSecret,
): Promise<void> => {
  try {
    const preconditions = { uid };
    await client.delete(core.secrets, { namespace, name }, { preconditions });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/** A Secret to bind the new token to: created, or taken over when it is there and bound to no token that counts. */
export const prepareTokenSecret = async (
  client: KubeClient,
  namespace: string,
  name: string,
  state: TokenState | undefined,
): Promise<TokenSecret | undefined> => {
  const key = { namespace, name };
  if (state?.previous?.secret.name === name) {
    const { uid } = state.previous.secret;
    await deleteTokenSecret(client, namespace, { name, uid });
  }
  try {
    const created = await client.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: key,
      type: 'Opaque',
    });
    return { name, uid: created.metadata.uid ?? '' };
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const existing = await client.get(core.secrets, key);
    return existing && { name, uid: existing.metadata.uid ?? '' };
  }
};
