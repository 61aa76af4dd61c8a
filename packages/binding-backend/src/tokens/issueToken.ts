/** Issues a token and writes the token and its state to the kubeconfig secret of a cluster namespace. */
import { names } from '@klutch/bind-api';
import {
  ApiError,
  isNotFound,
  type KubeClient,
  type Secret,
  type ServiceAccountToken,
} from '@klutch/kube';
import { renderKubeconfig } from './kubeconfig';
import { writeIfUnchanged } from './patchIfUnchanged';
import { tokenLifetimeMs } from './tokenLifetimeMs';
import type { TokenContext } from './TokenContext';
import { renewalMargin, type IssuePlan, type TokenFacts } from './planToken';
import {
  tokenStateAnnotations,
  type TokenSecret,
  type TokenState,
} from './tokenRecord';
import { ensureTokenSecret } from './tokenSecret';

/** A token, and its state to record. */
export interface IssuedToken {
  kubeconfig: string;
  state: TokenState;
}

/** Writes kubeconfig (unless the token is unpublished) and state together, see {@link writeIfUnchanged}. */
export const writeToken = (
  client: KubeClient,
  namespace: string,
  current: Secret | undefined,
  { kubeconfig, state }: IssuedToken,
): Promise<void> =>
  writeIfUnchanged(client, namespace, current, {
    annotations: tokenStateAnnotations(state),
    kubeconfig: state.publishAfter ? undefined : kubeconfig,
  });

/**
 * The lifetime of an unpublished token exceeds the unpublished period, because the app cluster cannot fetch another
 * token meanwhile.
 */
const lifetimeOf = (
  { lifetimeSeconds }: TokenContext,
  now: number,
  { publishAfter = now }: IssuePlan,
) => Math.max(lifetimeSeconds, 2 * Math.ceil((publishAfter - now) / 1_000));

/** Parameters of a token request. */
export interface TokenRequestParams {
  expirationSeconds: number;
  boundSecret: TokenSecret;
}

/**
 * A token of the service account of a cluster namespace; undefined when the service account, or the Secret to bind the
 * token to, was just deleted.
 * @param onRefused - called with the reason when the API server issues no token
 */
export const requestToken = async (
  client: KubeClient,
  namespace: string,
  params: TokenRequestParams,
  onRefused: (reason: string) => void,
): Promise<ServiceAccountToken | undefined> => {
  try {
    return await client.createToken({ namespace, name: names.binder }, params);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (error instanceof ApiError) onRefused(error.message);
    throw error;
  }
};

/**
 * Returns undefined when the Secret to bind the token to was just deleted.
 * @param onRefused - called with the reason when the API server issues no token
 */
export const issueToken = async (
  context: TokenContext,
  namespace: string,
  { now, serviceAccountUid, state }: TokenFacts,
  plan: IssuePlan,
  onRefused: (reason: string) => void,
): Promise<IssuedToken | undefined> => {
  const { client, external } = context;
  const secret = await ensureTokenSecret(
    client,
    namespace,
    plan.secretName,
    state,
  );
  if (!secret) return undefined;
  const created = await requestToken(
    client,
    namespace,
    { expirationSeconds: lifetimeOf(context, now, plan), boundSecret: secret },
    onRefused,
  );
  if (!created) return undefined;
  const { token, expirationTimestamp } = created;
  const issuedAt = context.now().getTime();
  const lifetime = tokenLifetimeMs(token);
  const expiresAt = lifetime
    ? issuedAt + lifetime
    : Date.parse(expirationTimestamp);
  const { overlap } = plan;
  return {
    kubeconfig: renderKubeconfig(external, namespace, token),
    state: {
      secret,
      serviceAccountUid,
      issuedAt,
      expiresAt,
      ...(overlap && { previous: overlap }),
      ...(plan.publishAfter && {
        // The API server may have issued a shorter lifetime than requested.
        publishAfter: Math.min(plan.publishAfter, expiresAt - renewalMargin),
      }),
    },
  };
};
