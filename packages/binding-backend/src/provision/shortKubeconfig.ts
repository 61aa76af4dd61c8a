/** A kubeconfig with a token of its own that ends soon, for the answer that travels in a URL. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { backendActor, type Audit } from '../audit/Audit';
import { BindingError } from '../bindingError';
import { renderKubeconfig, type ExternalEndpoint } from './kubeconfig';
import { timeToFetch } from './tokenPlan';
import { readTokenState, type TokenState } from './tokenRecord';

const longestSeconds = 3_600;

/** What is needed to make one. */
export interface ShortKubeconfigContext {
  client: KubeClient;
  external: ExternalEndpoint;
  /** Life of the konnectors' tokens; this one lives no longer. */
  lifetimeSeconds: number;
  audit: Audit;
  now: () => Date;
}

/** @throws BindingError `Conflict` when it would end before the next token is where the konnector looks for it */
const lifeOf = (
  { withheldUntil }: TokenState,
  now: number,
  lifetimeSeconds: number,
): number => {
  const withheld = withheldUntil ? withheldUntil - now : 0;
  const needed = Math.ceil((withheld + timeToFetch) / 1_000);
  if (needed > longestSeconds) {
    throw new BindingError(
      'Conflict',
      'The tokens of this app cluster were ended a moment ago, and a program that gets its answer in an address has to wait for three minutes then. Bind again after that, or use "kubectl klutch bind", which need not wait.',
    );
  }
  return Math.min(longestSeconds, Math.max(lifetimeSeconds, needed));
};

/**
 * The token is bound to the same Secret as the konnector's current one, so revoking that ends both.
 * @throws BindingError `Conflict` when the namespace has no token at the moment
 */
export const shortKubeconfig = async (
  { audit, client, external, lifetimeSeconds, now }: ShortKubeconfigContext,
  namespace: string,
): Promise<string> => {
  const key = { namespace, name: names.kubeconfigSecret };
  const state = readTokenState(await client.get(core.secrets, key));
  if (!state) {
    throw new BindingError(
      'Conflict',
      `Secret ${namespace}/${names.kubeconfigSecret} names no token that is good. Bind again; if it stays like this, find out what else writes it.`,
    );
  }
  const { token } = await client.createToken(
    { namespace, name: names.binder },
    {
      expirationSeconds: lifeOf(state, now().getTime(), lifetimeSeconds),
      boundSecret: state.secret,
    },
  );
  audit({
    action: 'issue-token',
    outcome: 'succeeded',
    actor: backendActor,
    namespace,
  });
  return renderKubeconfig(external, namespace, token);
};
