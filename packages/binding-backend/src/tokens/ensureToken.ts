/** Executes token plans: issues, renews and revokes the token in the kubeconfig secret of a cluster namespace. */
import type { Secret } from '@klutch/kube';
import { backendActor, type AuditEvent } from '../audit/Audit';
import { kubeconfigOf, kubeconfigToken, renderKubeconfig } from './kubeconfig';
import { retryWrite, staleReadError } from '../retryWrite';
import { kubeconfigSecretIn, kubeconfigSecretTitle } from './kubeconfigSecret';
import { issueToken, writeToken } from './issueToken';
import { recordRevocation } from './recordRevocation';
import {
  completeRevocation,
  partialRevocationError,
} from './partialRevocation';
import type { Tenant, TokenContext } from './TokenContext';
import { planToken, type IssuePlan, type TokenFacts } from './planToken';
import { readTokenFacts } from './tokenFacts';
import { deleteTokenSecret, deleteTokenSecrets } from './tokenSecret';

/** The current kubeconfig, and when its token has to be checked again. */
export interface CurrentToken {
  kubeconfig: string;
  /** Whether the token is in no Secret and known to the caller only. */
  isUnpublished: boolean;
  /** Whether this is the first token after a revocation. */
  endedRevocation: boolean;
  /** Milliseconds since 1970. */
  nextCheckAt: number;
}

const issueNextToken = async (
  context: TokenContext,
  { namespace, identity }: Tenant,
  secret: Secret | undefined,
  facts: TokenFacts,
  plan: IssuePlan,
): Promise<CurrentToken> => {
  const { audit, client } = context;
  const auditIssue = (ended: Pick<AuditEvent, 'outcome' | 'reason'>) =>
    audit({
      action: plan.overlap ? 'renew-token' : 'issue-token',
      actor: backendActor,
      namespace,
      tenant: identity,
      ...ended,
    });
  await deleteTokenSecrets(client, namespace, plan.secretsToDelete ?? []);
  const written = await issueToken(context, namespace, facts, plan, reason =>
    auditIssue({ outcome: 'refused', reason }),
  );
  if (!written) throw staleReadError(kubeconfigSecretTitle(namespace));
  await writeToken(client, namespace, secret, written);
  auditIssue({ outcome: 'succeeded' });
  const next = planToken({
    ...facts,
    isRequested: false,
    revocation: undefined,
    isStored: true,
    state: written.state,
    boundUid: written.state.secret.uid,
    wasDeleted: false,
  });
  return {
    kubeconfig: written.kubeconfig,
    isUnpublished: written.state.publishAfter !== undefined,
    endedRevocation: facts.revocation !== undefined,
    nextCheckAt: next.action === 'keep' ? next.nextCheckAt : facts.now,
  };
};

/** Undefined when there is no token, and no user requested one. */
const executePlan = async (
  context: TokenContext,
  tenant: Tenant,
  secret: Secret | undefined,
  isRequested: boolean,
): Promise<CurrentToken | undefined> => {
  const { client, external } = context;
  const { namespace } = tenant;
  const facts = await readTokenFacts(context, namespace, secret, isRequested);
  const plan = planToken(facts);
  switch (plan.action) {
    case 'issue':
      return issueNextToken(context, tenant, secret, facts, plan);
    case 'revoke':
      await recordRevocation(client, namespace, secret, facts.now, () =>
        context.audit({
          action: 'revoke-tokens',
          outcome: 'succeeded',
          actor: backendActor,
          namespace,
          tenant: tenant.identity,
          reason: plan.reason,
        }),
      );
      throw staleReadError(kubeconfigSecretTitle(namespace)); // The next attempt executes the recorded revocation.
    case 'skip':
      await deleteTokenSecrets(client, namespace, plan.secretsToDelete);
      return undefined;
    default: {
      const current = kubeconfigOf(secret) ?? '';
      const { nextCheckAt } = plan;
      if (plan.state.publishAfter) {
        return {
          kubeconfig: current,
          isUnpublished: true,
          endedRevocation: false,
          nextCheckAt,
        };
      }
      const token = kubeconfigToken(current) ?? '';
      const kubeconfig = renderKubeconfig(external, namespace, token);
      if (plan.secretToDelete) {
        await deleteTokenSecret(client, namespace, plan.secretToDelete);
      }
      if (plan.secretToDelete || kubeconfig !== current) {
        const written = { kubeconfig, state: plan.state };
        await writeToken(client, namespace, secret, written);
      }
      return {
        kubeconfig,
        isUnpublished: false,
        endedRevocation: false,
        nextCheckAt,
      };
    }
  }
};

/**
 * Retry interval for a partial revocation: no event is received when the outdated roles are applied again.
 * Milliseconds.
 */
const partialRevocationRetry = 60_000;

const attempt = async (
  context: TokenContext,
  tenant: Tenant,
  isRequested: boolean,
): Promise<CurrentToken | undefined> => {
  const { client, now } = context;
  const { namespace } = tenant;
  const secret = await kubeconfigSecretIn(client, namespace);
  const partial = await completeRevocation(client, namespace, secret);
  if (partial === 'ended')
    throw staleReadError(kubeconfigSecretTitle(namespace));
  const token = await executePlan(context, tenant, secret, isRequested);
  if (partial === 'none') return token;
  if (!token) throw partialRevocationError(namespace);
  const retryAt = now().getTime() + partialRevocationRetry;
  return { ...token, nextCheckAt: Math.min(token.nextCheckAt, retryAt) };
};

const attemptUntilWritten = (
  context: TokenContext,
  tenant: Tenant,
  isRequested: boolean,
): Promise<CurrentToken | undefined> =>
  retryWrite(
    { object: kubeconfigSecretTitle(tenant.namespace), purpose: 'write it' },
    () => attempt(context, tenant, isRequested),
  );

/**
 * Called for an authenticated user: a kubeconfig with a valid token, which is the one in the kubeconfig secret of the
 * cluster namespace except for an hour after a revocation. Safe under concurrent calls of several replicas: one write
 * wins, the others return its result. The token is bound to a Secret, so deleting that Secret revokes the token.
 */
export const ensureToken = async (
  context: TokenContext,
  tenant: Tenant,
): Promise<CurrentToken> => {
  const current = await attemptUntilWritten(context, tenant, true);
  if (current) return current;
  throw new Error(`No token was planned for ${tenant.namespace}.`);
};

/**
 * Called by the controller: renews the token after half of its lifetime and revokes the previous one. A revoked token
 * gets no successor, because its holder may still be trying to read one.
 * @throws BindingError `Misconfigured` when there is no token, and the backend may not look for another one that has to
 * be revoked
 * @returns when to check again, in milliseconds since 1970; undefined when nothing changes without an event
 */
export const renewToken = async (
  context: TokenContext,
  tenant: Tenant,
): Promise<number | undefined> =>
  (await attemptUntilWritten(context, tenant, false))?.nextCheckAt;
