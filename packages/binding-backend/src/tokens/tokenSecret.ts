/** The Secrets that tokens are bound to, so that the tokens can be revoked. */
import { names } from '@klutch/bind-api';
import {
  core,
  deleteIfSame,
  isAlreadyExists,
  isForbidden,
  type KubeClient,
  type Secret,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import type { TokenSecret, TokenState } from './tokenRecord';

/** Selects the Secret in which the reference keeps a non-expiring token. */
export const nonExpiringTokenSelector = `metadata.name=${names.binder},type=kubernetes.io/service-account-token`;

/** Secrets that tokens are bound to, as far as they may be read. */
export interface FoundTokenSecrets {
  secrets: TokenSecret[];
  /** Whether outdated roles prevent listing the reference's Secret. */
  isPartial: boolean;
}

/** The Secret in which the reference keeps a non-expiring token; undefined when Secrets may not be listed. */
export const listNonExpiringTokens = async (
  client: KubeClient,
  namespace: string,
): Promise<Secret[] | undefined> => {
  const fieldSelector = nonExpiringTokenSelector;
  try {
    return (await client.list(core.secrets, { namespace, fieldSelector }))
      .items;
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
};

/** All Secrets that tokens of a cluster namespace may currently be bound to, or that the reference stores them in. */
export const tokenSecretsIn = async (
  client: KubeClient,
  namespace: string,
): Promise<FoundTokenSecrets> => {
  const own = await Promise.all(
    backendNames.tokenSecrets.map(name =>
      client.get(core.secrets, { namespace, name }),
    ),
  );
  const others = await listNonExpiringTokens(client, namespace);
  const secrets = [...own, ...(others ?? [])].flatMap(secret => {
    const { name = '', uid = '' } = secret?.metadata ?? {};
    return secret ? [{ name, uid }] : [];
  });
  return { secrets, isPartial: others === undefined };
};

/** Deletes exactly this Secret, by UID; a newer one of the same name is kept. */
export const deleteTokenSecret = (
  client: KubeClient,
  namespace: string,
  { name, uid }: TokenSecret,
): Promise<void> =>
  deleteIfSame(client, core.secrets, { metadata: { namespace, name, uid } });

/** As {@link deleteTokenSecret}, for a list. */
export const deleteTokenSecrets = async (
  client: KubeClient,
  namespace: string,
  secrets: readonly TokenSecret[],
): Promise<void> => {
  await Promise.all(
    secrets.map(secret => deleteTokenSecret(client, namespace, secret)),
  );
};

/** A Secret to bind the new token to: created, or reused when it exists and no valid token is bound to it. */
export const ensureTokenSecret = async (
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
