/** Carries out token plans: makes, renews and ends the token in the kubeconfig secret of a cluster namespace. */
import { names } from '@klutch/bind-api';
import {
  ApiError,
  core,
  isAlreadyExists,
  isConflict,
  type KubeClient,
  type Secret,
} from '@klutch/kube';
import { backendActor, type Audit, type AuditEvent } from '../audit/Audit';
import { BindingError } from '../bindingError';
import { binderServiceAccount } from '../roles/tenantRole';
import {
  kubeconfigTarget,
  kubeconfigToken,
  renderKubeconfig,
  type ExternalEndpoint,
} from './kubeconfig';
import { tokenLife } from './tokenLife';
import {
  planToken,
  readTokenState,
  tokenStateAnnotations,
  type TokenPlan,
  type TokenState,
} from './tokenPlan';
import { deleteTokenSecret, prepareTokenSecret } from './tokenSecret';

/** What is needed to make tokens. */
export interface TokenContext {
  client: KubeClient;
  external: ExternalEndpoint;
  /** Wanted life of a token; the API server may shorten it. */
  lifetimeSeconds: number;
  now: () => Date;
  /** Hears of each token that is made, or that the API server refuses to make. */
  audit: Audit;
}

/** Whose token it is. */
export interface Tenant {
  /** Its cluster namespace. */
  namespace: string;
  /** What that namespace carries. */
  identity: string;
}

/** The kubeconfig as it is now, and when its token wants to be looked at again. */
export interface CurrentToken {
  kubeconfig: string;
  /** Milliseconds since 1970. */
  nextCheckAt: number;
}

const encode = (text: string) => Buffer.from(text).toString('base64');

/** The kubeconfig in a Secret; undefined when the key is missing. */
export const kubeconfigOf = (
  secret: Pick<Secret, 'data'> | undefined,
): string | undefined => {
  const data = secret?.data?.[names.kubeconfigKey];
  return data && Buffer.from(data, 'base64').toString('utf8');
};

/** Creates the service account of a cluster namespace unless it is there. */
export const ensureServiceAccount = async (
  client: KubeClient,
  namespace: string,
): Promise<{ uid: string }> => {
  const key = { namespace, name: names.binder };
  const create = async () => {
    try {
      const wanted = binderServiceAccount(namespace);
      return await client.create(core.serviceAccounts, wanted);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      return client.get(core.serviceAccounts, key);
    }
  };
  const account =
    (await client.get(core.serviceAccounts, key)) ?? (await create());
  return { uid: account?.metadata.uid ?? '' };
};

interface Written {
  kubeconfig: string;
  state: TokenState;
}

/** Writes kubeconfig and state together; false when somebody else was first. */
const writeKubeconfig = async (
  client: KubeClient,
  namespace: string,
  current: Secret | undefined,
  { kubeconfig, state }: Written,
): Promise<boolean> => {
  const key = { namespace, name: names.kubeconfigSecret };
  const data = { [names.kubeconfigKey]: encode(kubeconfig) };
  const annotations = tokenStateAnnotations(state);
  try {
    if (current) {
      const { uid, resourceVersion } = current.metadata;
      const metadata = { uid, resourceVersion, annotations };
      await client.mergePatch(core.secrets, key, { metadata, data });
    } else {
      const present = Object.entries(annotations).flatMap(([name, value]) =>
        value === null ? [] : [[name, value] as const],
      );
      await client.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { ...key, annotations: Object.fromEntries(present) },
        type: 'Opaque',
        data,
      });
    }
    return true;
  } catch (error) {
    if (isConflict(error) || isAlreadyExists(error)) return false;
    throw error;
  }
};

const issue = async (
  context: TokenContext,
  namespace: string,
  serviceAccountUid: string,
  state: TokenState | undefined,
  plan: Extract<TokenPlan, { action: 'issue' }>,
  refused: (reason: string) => void,
): Promise<Written | undefined> => {
  const { client, external, lifetimeSeconds, now } = context;
  const secret = await prepareTokenSecret(client, namespace, plan.into, state);
  if (!secret) return undefined;
  const { token, expirationTimestamp } = await client
    .createToken(
      { namespace, name: names.binder },
      { expirationSeconds: lifetimeSeconds, boundSecret: secret },
    )
    .catch((error: unknown) => {
      if (error instanceof ApiError) refused(error.message);
      throw error;
    });
  const issuedAt = now().getTime();
  const life = tokenLife(token);
  return {
    kubeconfig: renderKubeconfig(external, namespace, token),
    state: {
      secret,
      serviceAccountUid,
      issuedAt,
      expiresAt: life ? issuedAt + life : Date.parse(expirationTimestamp),
      ...(plan.overlap && { previous: plan.overlap }),
    },
  };
};

/** One round; undefined when somebody else changed the secret meanwhile. */
const attempt = async (
  context: TokenContext,
  { namespace, identity }: Tenant,
): Promise<CurrentToken | undefined> => {
  const { audit, client, external, now } = context;
  const account = await ensureServiceAccount(client, namespace);
  const secret = await client.get(core.secrets, {
    namespace,
    name: names.kubeconfigSecret,
  });
  const current = kubeconfigOf(secret) ?? '';
  const token = kubeconfigToken(current);
  const usable = token && kubeconfigTarget(current)?.namespace === namespace;
  const state = usable ? readTokenState(secret) : undefined;
  const bound =
    state &&
    (await client.get(core.secrets, { namespace, name: state.secret.name }));
  const facts = {
    now: now().getTime(),
    serviceAccountUid: account.uid,
    ...(state && { state }),
    ...(bound?.metadata.uid && { boundUid: bound.metadata.uid }),
  };
  const plan = planToken(facts);

  if (plan.action === 'issue') {
    const tell = (ended: Pick<AuditEvent, 'outcome' | 'reason'>) =>
      audit({
        action: state ? 'renew-token' : 'issue-token',
        actor: backendActor,
        namespace,
        tenant: identity,
        ...ended,
      });
    const written = await issue(
      context,
      namespace,
      account.uid,
      state,
      plan,
      reason => tell({ outcome: 'refused', reason }),
    );
    if (!written) return undefined;
    if (!(await writeKubeconfig(client, namespace, secret, written))) {
      return undefined;
    }
    tell({ outcome: 'succeeded' });
    const { kubeconfig } = written;
    const next = planToken({
      ...facts,
      state: written.state,
      boundUid: written.state.secret.uid,
    });
    return {
      kubeconfig,
      nextCheckAt: next.action === 'keep' ? next.nextCheckAt : facts.now,
    };
  }

  const kubeconfig = renderKubeconfig(external, namespace, token ?? '');
  if (plan.end) await deleteTokenSecret(client, namespace, plan.end);
  if (plan.end || kubeconfig !== current) {
    const written = { kubeconfig, state: plan.state };
    if (!(await writeKubeconfig(client, namespace, secret, written))) {
      return undefined;
    }
  }
  return { kubeconfig, nextCheckAt: plan.nextCheckAt };
};

const maxAttempts = 5;

/**
 * Makes sure that the kubeconfig secret of a cluster namespace holds a good token, and returns that kubeconfig.
 * Safe when several replicas do it at once: one write wins, the others return what it wrote. The token is bound to a
 * Secret, so deleting that Secret ends it.
 */
export const ensureToken = async (
  context: TokenContext,
  tenant: Tenant,
): Promise<CurrentToken> => {
  const { namespace } = tenant;
  for (let round = 0; round < maxAttempts; round++) {
    const current = await attempt(context, tenant);
    if (current) return current;
  }
  throw new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} changed at every attempt to write it. Find out what else writes it.`,
  );
};
