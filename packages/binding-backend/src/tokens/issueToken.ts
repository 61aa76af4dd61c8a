/** Makes a token and writes it, with its state, into the kubeconfig secret of a cluster namespace. */
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
import { renewalMargin, type IssuePlan, type TokenFacts } from './tokenPlan';
import {
  tokenStateAnnotations,
  type TokenSecret,
  type TokenState,
} from './tokenRecord';
import { ensureTokenSecret } from './tokenSecret';

/** A token, and what is to be recorded about it. */
export interface IssuedToken {
  kubeconfig: string;
  state: TokenState;
}

/** Writes kubeconfig (unless it is withheld) and state together; false when somebody else was first. */
export const writeToken = (
  client: KubeClient,
  namespace: string,
  current: Secret | undefined,
  { kubeconfig, state }: IssuedToken,
): Promise<boolean> =>
  writeIfUnchanged(client, namespace, current, {
    annotations: tokenStateAnnotations(state),
    kubeconfig: state.publishAfter ? undefined : kubeconfig,
  });

/** A token that is withheld is good for longer than that: the app cluster cannot fetch another one meanwhile. */
const lifetimeOf = (
  { lifetimeSeconds }: TokenContext,
  now: number,
  { publishAfter = now }: IssuePlan,
) => Math.max(lifetimeSeconds, 2 * Math.ceil((publishAfter - now) / 1_000));

/** What a token is asked for with. */
export interface TokenRequestParams {
  expirationSeconds: number;
  /** The Secret that it ends with. */
  boundSecret: TokenSecret;
}

/**
 * A token of the service account of a cluster namespace; undefined when that, or the Secret to bind it to, has just gone.
 * @param onRefused - hears why the API server makes none
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
 * Undefined when the Secret to bind the token to has just gone.
 * @param onRefused - hears why the API server makes none
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
        // The API server may have made it shorter than was asked for.
        publishAfter: Math.min(plan.publishAfter, expiresAt - renewalMargin),
      }),
    },
  };
};
