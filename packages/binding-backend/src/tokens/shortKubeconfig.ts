/** A kubeconfig with a token of its own that ends soon, for the answer that travels in a URL. */
import { names } from '@klutch/bind-api';
import { backendActor, type AuditEvent } from '../audit/Audit';
import { BindingError } from '../errors/BindingError';
import {
  findClusterNamespace,
  type TenantSearch,
} from '../identity/clusterNamespace';
import type { TenantIdentity } from '../identity/tenantIdentity';
import { requestToken } from './issueToken';
import { renderKubeconfig } from './kubeconfig';
import { kubeconfigSecretIn } from './kubeconfigSecret';
import type { Tenant, TokenContext } from './TokenContext';
import { wasDeleted } from './tokenFacts';
import { publishAfter } from './publishAfter';
import { timeToFetch } from './tokenPlan';
import { readRevocation, readTokenState } from './tokenRecord';

const longestSeconds = 3_600;

/** How long a token has to last, until the konnector has the next one. */
const secondsNeeded = (now: number, withheldUntil = now): number =>
  Math.ceil((withheldUntil - now + timeToFetch) / 1_000);

/** @throws BindingError `NotYet` when it would end before the next token is where the konnector looks for it */
const requireTime = (now: number, withheldUntil: number | undefined): void => {
  const missing = secondsNeeded(now, withheldUntil) - longestSeconds;
  if (missing <= 0) return;
  const minutes = Math.ceil(missing / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new BindingError(
    'NotYet',
    `The tokens of this app cluster were ended a moment ago, and a program that gets its answer in an address, as yours does, has to wait then. Go back to the page before and try again in ${wait}, or use "kubectl klutch bind", which need not wait.`,
  );
};

/**
 * Asked before anything is made of it: by then a revocation would be over for a token that nobody gets.
 * @throws BindingError `NotYet` for some minutes after a revocation, when so short a token is of no use
 */
export const requireShortKubeconfig = async (
  context: TenantSearch & Pick<TokenContext, 'now'>,
  identity: TenantIdentity,
): Promise<void> => {
  const { client, now } = context;
  const found = await findClusterNamespace(context, identity);
  if (!found) return;
  const { name: namespace = '' } = found.metadata;
  const secret = await kubeconfigSecretIn(client, namespace);
  const at = now().getTime();
  const isGone = await wasDeleted(client, namespace, secret); // not noted yet
  const revokedAt = isGone ? at : readRevocation(secret)?.at;
  requireTime(
    at,
    revokedAt === undefined
      ? readTokenState(secret)?.withheldUntil
      : await publishAfter(client, namespace, revokedAt),
  );
};

const noToken = (namespace: string) =>
  new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} names no token that is good. Bind again; if it stays like this, find out what else writes it.`,
  );

/**
 * The token is bound to the same Secret as the konnector's current one, so revoking that ends both.
 * @throws BindingError `Conflict` when the namespace has no token at the moment, `NotYet` as {@link requireShortKubeconfig}
 */
export const shortKubeconfig = async (
  { audit, client, external, lifetimeSeconds, now }: TokenContext,
  { identity, namespace }: Tenant,
): Promise<string> => {
  const secret = await kubeconfigSecretIn(client, namespace);
  const state = readTokenState(secret);
  if (!state) throw noToken(namespace);
  const at = now().getTime();
  requireTime(at, state.withheldUntil);
  const needed = secondsNeeded(at, state.withheldUntil);
  const wanted = Math.max(lifetimeSeconds, needed);
  const tell = (ended: Pick<AuditEvent, 'outcome' | 'reason'>) =>
    audit({
      action: 'issue-token',
      actor: backendActor,
      namespace,
      tenant: identity,
      ...ended,
    });
  const made = await requestToken(
    client,
    namespace,
    {
      expirationSeconds: Math.min(longestSeconds, wanted),
      boundSecret: state.secret,
    },
    reason => tell({ outcome: 'refused', reason }),
  );
  if (!made) throw noToken(namespace);
  tell({ outcome: 'succeeded' });
  return renderKubeconfig(external, namespace, made.token);
};
