/** A kubeconfig with a token of its own that ends soon, for the answer that travels in a URL. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { backendActor, type Audit } from '../audit/Audit';
import { BindingError } from '../bindingError';
import { renderKubeconfig, type ExternalEndpoint } from './kubeconfig';
import { readTokenState } from './tokenPlan';

const longestSeconds = 3_600;

/** What is needed to make one. */
export interface ShortKubeconfigContext {
  client: KubeClient;
  external: ExternalEndpoint;
  /** Life of the konnectors' tokens; this one lives no longer. */
  lifetimeSeconds: number;
  audit: Audit;
}

/**
 * The token is bound to the same Secret as the konnector's current one, so revoking that ends both.
 * @throws BindingError `Conflict` when the namespace has no token at the moment
 */
export const shortKubeconfig = async (
  { audit, client, external, lifetimeSeconds }: ShortKubeconfigContext,
  namespace: string,
): Promise<string> => {
  const key = { namespace, name: names.kubeconfigSecret };
  const state = readTokenState(await client.get(core.secrets, key));
  if (!state) {
    throw new BindingError(
      'Conflict',
      `Secret ${namespace}/${names.kubeconfigSecret} does not say which token is in it. Bind again; if it stays like this, find out what else writes it.`,
    );
  }
  const { token } = await client.createToken(
    { namespace, name: names.binder },
    {
      expirationSeconds: Math.min(longestSeconds, lifetimeSeconds),
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
