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
import { writeAsRead } from './patchAsRead';
import { tokenLife } from './tokenLife';
import type { TokenContext } from './TokenContext';
import { timeToFetch, type IssuePlan, type TokenFacts } from './tokenPlan';
import {
  tokenStateAnnotations,
  type TokenSecret,
  type TokenState,
} from './tokenRecord';
import { prepareTokenSecret } from './tokenSecret';

/** A token, and what is to be recorded about it. */
export interface Written {
  kubeconfig: string;
  state: TokenState;
}

/** Writes kubeconfig (unless it is withheld) and state together; false when somebody else was first. */
export const writeToken = (
  client: KubeClient,
  namespace: string,
  current: Secret | undefined,
  { kubeconfig, state }: Written,
): Promise<boolean> =>
  writeAsRead(client, namespace, current, {
    annotations: tokenStateAnnotations(state),
    kubeconfig: state.withheldUntil ? undefined : kubeconfig,
  });

/** A token that is withheld is good for longer than that: the app cluster cannot fetch another one meanwhile. */
const lifeOf = (
  { lifetimeSeconds }: TokenContext,
  now: number,
  { withheldUntil = now }: IssuePlan,
) => Math.max(lifetimeSeconds, 2 * Math.ceil((withheldUntil - now) / 1_000));

/** What a token is asked for with. */
export interface TokenWish {
  expirationSeconds: number;
  /** The Secret that it ends with. */
  boundSecret: TokenSecret;
}

/**
 * A token of the service account of a cluster namespace; undefined when that, or the Secret to bind it to, has just gone.
 * @param refused - hears why the API server makes none
 */
export const requestToken = async (
  client: KubeClient,
  namespace: string,
  wish: TokenWish,
  refused: (reason: string) => void,
): Promise<ServiceAccountToken | undefined> => {
  try {
    return await client.createToken({ namespace, name: names.binder }, wish);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (error instanceof ApiError) refused(error.message);
    throw error;
  }
};

/**
 * Undefined when the Secret to bind the token to has just gone.
 * @param refused - hears why the API server makes none
 */
export const issueToken = async (
  context: TokenContext,
  namespace: string,
  { now, serviceAccountUid, state }: TokenFacts,
  plan: IssuePlan,
  refused: (reason: string) => void,
): Promise<Written | undefined> => {
  const { client, external } = context;
  const secret = await prepareTokenSecret(client, namespace, plan.into, state);
  if (!secret) return undefined;
  const made = await requestToken(
    client,
    namespace,
    { expirationSeconds: lifeOf(context, now, plan), boundSecret: secret },
    refused,
  );
  if (!made) return undefined;
  const { token, expirationTimestamp } = made;
  const issuedAt = context.now().getTime();
  const life = tokenLife(token);
  const expiresAt = life ? issuedAt + life : Date.parse(expirationTimestamp);
  const { overlap } = plan;
  return {
    kubeconfig: renderKubeconfig(external, namespace, token),
    state: {
      secret,
      serviceAccountUid,
      issuedAt,
      expiresAt,
      ...(overlap && { previous: overlap }),
      ...(plan.withheldUntil && {
        // The API server may have made it shorter than was asked for.
        withheldUntil: Math.min(plan.withheldUntil, expiresAt - timeToFetch),
      }),
    },
  };
};
