/** A kubeconfig with a short-lived token of its own, for a response that is transported in a URL. */
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
import { readPublishAfter } from './publishAfter';
import { renewalMargin } from './planToken';
import { readRevocation, readTokenState } from './tokenRecord';

const maxLifetimeSeconds = 3_600;

/** How long a token has to be valid until the konnector has the next one. */
const secondsNeeded = (now: number, publishAfter = now): number =>
  Math.ceil((publishAfter - now + renewalMargin) / 1_000);

/** @throws BindingError `NotYet` when the token would expire before the next one is published for the konnector */
const requireUsableLifetime = (
  now: number,
  publishAfter: number | undefined,
): void => {
  const missing = secondsNeeded(now, publishAfter) - maxLifetimeSeconds;
  if (missing <= 0) return;
  const minutes = Math.ceil(missing / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new BindingError(
    'NotYet',
    `The tokens of this app cluster were revoked a moment ago, and a program that gets its response in a URL, as yours does, has to wait then. Go back to the page before and try again in ${wait}, or use "kubectl klutch bind", which does not have to wait.`,
  );
};

/**
 * Called before anything is provisioned: provisioning would end the revocation with a token that is never delivered.
 * @throws BindingError `NotYet` for some minutes after a revocation, while a token with so short a lifetime is useless
 */
export const requireShortLivedKubeconfig = async (
  context: TenantSearch & Pick<TokenContext, 'now'>,
  identity: TenantIdentity,
): Promise<void> => {
  const { client, now } = context;
  const found = await findClusterNamespace(context, identity);
  if (!found) return;
  const { name: namespace = '' } = found.metadata;
  const secret = await kubeconfigSecretIn(client, namespace);
  const at = now().getTime();
  const isGone = await wasDeleted(client, namespace, secret); // The deletion is a revocation that is not recorded yet.
  const revokedAt = isGone ? at : readRevocation(secret)?.at;
  requireUsableLifetime(
    at,
    revokedAt === undefined
      ? readTokenState(secret)?.publishAfter
      : await readPublishAfter(client, namespace, revokedAt),
  );
};

const noToken = (namespace: string) =>
  new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} names no valid token. Bind again; if this persists, find out what else writes it.`,
  );

/**
 * The token is bound to the same Secret as the konnector's current one, so a revocation covers both.
 * @throws BindingError `Conflict` when the namespace currently has no token, `NotYet` as {@link
 * requireShortLivedKubeconfig}
 */
export const shortLivedKubeconfig = async (
  { audit, client, external, lifetimeSeconds, now }: TokenContext,
  { identity, namespace }: Tenant,
): Promise<string> => {
  const secret = await kubeconfigSecretIn(client, namespace);
  const state = readTokenState(secret);
  if (!state) throw noToken(namespace);
  const at = now().getTime();
  requireUsableLifetime(at, state.publishAfter);
  const needed = secondsNeeded(at, state.publishAfter);
  const wanted = Math.max(lifetimeSeconds, needed);
  const auditIssue = (ended: Pick<AuditEvent, 'outcome' | 'reason'>) =>
    audit({
      action: 'issue-token',
      actor: backendActor,
      namespace,
      tenant: identity,
      ...ended,
    });
  const created = await requestToken(
    client,
    namespace,
    {
      expirationSeconds: Math.min(maxLifetimeSeconds, wanted),
      boundSecret: state.secret,
    },
    reason => auditIssue({ outcome: 'refused', reason }),
  );
  if (!created) throw noToken(namespace);
  auditIssue({ outcome: 'succeeded' });
  return renderKubeconfig(external, namespace, created.token);
};
