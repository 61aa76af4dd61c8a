/** Carries out token plans: the token in the kubeconfig secret of a cluster namespace, from its making to its end. */
import { names } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import { backendActor, type AuditEvent } from '../audit/Audit';
import { BindingError } from '../errors/BindingError';
import { kubeconfigOf, kubeconfigToken, renderKubeconfig } from './kubeconfig';
import { kubeconfigSecretIn } from './kubeconfigSecret';
import { issueToken, writeToken } from './issueToken';
import { recordRevocation } from './recordRevocation';
import {
  completeRevocation,
  partialRevocationError,
} from './partialRevocation';
import type { Tenant, TokenContext } from './TokenContext';
import { planToken, type IssuePlan, type TokenFacts } from './tokenPlan';
import { readTokenFacts } from './tokenFacts';
import { deleteTokenSecret, deleteTokenSecrets } from './tokenSecret';

/** The kubeconfig as it is now, and when its token wants to be looked at again. */
export interface CurrentToken {
  kubeconfig: string;
  /** It is in no Secret: only whoever asked has it. */
  isUnpublished: boolean;
  /** Tokens had been ended, and this is the first one since. */
  endedRevocation: boolean;
  /** Milliseconds since 1970. */
  nextCheckAt: number;
}

/** What one attempt came to. */
type AttemptResult =
  /** Somebody else changed the secret meanwhile. */
  | 'conflict'
  /** There is none, and nobody asked for one. */
  | 'none'
  | CurrentToken;

const issueNextToken = async (
  context: TokenContext,
  { namespace, identity }: Tenant,
  secret: Secret | undefined,
  facts: TokenFacts,
  plan: IssuePlan,
): Promise<AttemptResult> => {
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
  if (!written) return 'conflict';
  if (!(await writeToken(client, namespace, secret, written))) {
    return 'conflict';
  }
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

const executePlan = async (
  context: TokenContext,
  tenant: Tenant,
  secret: Secret | undefined,
  isRequested: boolean,
): Promise<AttemptResult> => {
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
      return 'conflict'; // by ourselves: what is noted is then carried out
    case 'skip':
      await deleteTokenSecrets(client, namespace, plan.secretsToDelete);
      return 'none';
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
        if (!(await writeToken(client, namespace, secret, written))) {
          return 'conflict';
        }
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

/** Nothing tells when roles are applied again that hide what a revocation has to end. Milliseconds. */
const partialRevocationRetry = 60_000;

const attempt = async (
  context: TokenContext,
  tenant: Tenant,
  isRequested: boolean,
): Promise<AttemptResult> => {
  const { client, now } = context;
  const { namespace } = tenant;
  const secret = await kubeconfigSecretIn(client, namespace);
  const partial = await completeRevocation(client, namespace, secret);
  if (partial === 'ended') return 'conflict'; // by ourselves, too
  const result = await executePlan(context, tenant, secret, isRequested);
  if (partial === 'none' || result === 'conflict') return result;
  if (result === 'none') throw partialRevocationError(namespace);
  const retryAt = now().getTime() + partialRevocationRetry;
  return { ...result, nextCheckAt: Math.min(result.nextCheckAt, retryAt) };
};

const maxAttempts = 5;
const tooManyConflictsError = ({ namespace }: Tenant) =>
  new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} changed at every attempt to write it. Find out what else writes it.`,
  );

const retryOnConflict = async (
  context: TokenContext,
  tenant: Tenant,
  isRequested: boolean,
): Promise<CurrentToken | undefined> => {
  for (let retries = 0; retries < maxAttempts; retries++) {
    const result = await attempt(context, tenant, isRequested);
    if (result === 'none') return undefined;
    if (result !== 'conflict') return result;
  }
  throw tooManyConflictsError(tenant);
};

/**
 * For somebody who has shown who they are: a kubeconfig with a good token, which is the one in the kubeconfig secret of
 * the cluster namespace except for an hour after a revocation.
 * Safe when several replicas do it at once: one write wins, the others return what it wrote. The token is bound to a
 * Secret, so deleting that Secret ends it.
 */
export const ensureToken = async (
  context: TokenContext,
  tenant: Tenant,
): Promise<CurrentToken> => {
  const current = await retryOnConflict(context, tenant, true);
  if (current) return current;
  throw tooManyConflictsError(tenant);
};

/**
 * For the controller: renews the token at half of its life and ends the one before. One that was revoked gets no
 * successor: whoever held it may be looking for that.
 * @throws BindingError `Misconfigured` when there is none, and it may not look for another that has to end
 * @returns when to look again, in milliseconds since 1970; undefined when nothing changes by itself
 */
export const renewToken = async (
  context: TokenContext,
  tenant: Tenant,
): Promise<number | undefined> =>
  (await retryOnConflict(context, tenant, false))?.nextCheckAt;
