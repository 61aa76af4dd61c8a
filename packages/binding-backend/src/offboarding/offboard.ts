/**
 * Offboards an app cluster on the control plane cluster: first a preview, then the deletion, confirmed where data would
 * be lost.
 */
import { setTimeout } from 'node:timers/promises';
import {
  bindResources,
  type APIServiceNamespace,
  type AppClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  deleteIfSame,
  isConflict,
  isNotFound,
  keyOf,
  type KubeClient,
} from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { backendActor, type Audit } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { removeFinalizer } from '../controllers/removeFinalizer';
import { namespaceOwnership } from '../controllers/serviceNamespaceOwnership';
import { BindingError } from '../errors/BindingError';
import { tokenRejectionDelay } from '../tokens/publishAfter';
import { invalidateTokens } from '../tokens/revokeTokens';
import { takeInventory } from './inventory';
import { requireRights } from './requireRights';
import {
  previewOf,
  refusalOf,
  type FoundServiceNamespace,
  type OffboardingConsent,
  type OffboardingFacts,
  type OffboardingPreview,
  type ShownLoss,
} from './OffboardingPreview';

/**
 * What offboarding would delete; changes nothing.
 * @param namespace - name of the cluster namespace
 * @throws BindingError `InvalidInput` when the namespace is no cluster namespace
 */
export const previewOffboarding = async (
  client: KubeClient,
  namespace: string,
): Promise<OffboardingPreview> =>
  previewOf(await takeInventory(client, namespace));

/**
 * Removes the finalizer in place of the backend: without a running backend the cluster namespace would never be
 * deleted. A client without the right leaves the finalizer to the backend.
 */
const removeFinalizerAsBackend = async (
  client: KubeClient,
  object: APIServiceNamespace,
): Promise<void> => {
  const { group, plural } = bindResources.serviceNamespaces;
  const { namespace } = object.metadata;
  const patch = { verb: 'patch', group, resource: plural, namespace };
  if (!(await client.canI(patch))) return;
  try {
    await removeFinalizer(client, object);
  } catch (error) {
    if (!isConflict(error)) throw error; // A running backend removed the finalizer first.
  }
};

const removeServiceNamespace = async (
  client: KubeClient,
  { object, name }: FoundServiceNamespace,
): Promise<void> => {
  const live = await client.get(core.namespaces, { name });
  const ownership = namespaceOwnership(object, live);
  if (live && ownership === 'ours') {
    await deleteIfSame(client, core.namespaces, live);
  }
  const hasGone = ownership === 'absent' || ownership === 'foreign';
  // Only after its deletion has begun, because nothing is created for the object any more.
  if (hasGone && object.metadata.deletionTimestamp) {
    await removeFinalizerAsBackend(client, object);
  }
  await deleteIfSame(client, bindResources.serviceNamespaces, object);
};

const appClusterBindingOf = async (
  client: KubeClient,
  identity: string,
): Promise<AppClusterBinding | undefined> => {
  const id = parseAppClusterIdentity(identity);
  if (!id) return undefined;
  const { namespace, name } = id;
  try {
    const resource = bindResources.appClusterBindings;
    const found = await client.get(resource, { namespace, name });
    return found?.metadata.uid === id.uid ? found : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined; // The resource type is gone, and all AppClusterBindings with it.
    throw error;
  }
};

/** @throws BindingError `Conflict` */
const requireConsent = async (
  client: KubeClient,
  preview: OffboardingPreview,
  consent: OffboardingConsent,
): Promise<void> => {
  const owner = await appClusterBindingOf(client, preview.identity);
  if (owner) {
    throw new BindingError(
      'Conflict',
      `Cluster namespace ${preview.namespace} belongs to AppClusterBinding ${keyOf(owner)}. Delete the AppClusterBinding instead, so that its bindings are finalized first.`,
    );
  }
  const refusal = refusalOf(preview, consent);
  if (refusal) throw new BindingError('Conflict', refusal);
};

const deleteAll = async (
  client: KubeClient,
  facts: OffboardingFacts,
): Promise<void> => {
  for (const apiExport of facts.exports) {
    await deleteIfSame(client, bindResources.exports, apiExport);
  }
  for (const found of facts.serviceNamespaces) {
    await removeServiceNamespace(client, found);
  }
  await deleteIfSame(client, core.namespaces, facts.clusterNamespace);
};

/** An AppClusterBinding's namespace has no tokens, and its Secret kubeconfig has another purpose. */
const hasTokens = (identity: string) => !parseAppClusterIdentity(identity);

/**
 * Once the revocation is recorded in the cluster namespace, the controllers issue no token. Resolves when no API server
 * accepts the issued tokens any more.
 */
const invalidateTokensAndWait = async (
  client: KubeClient,
  { identity, namespace }: OffboardingPreview,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<void> => {
  if (!hasTokens(identity)) return;
  await invalidateTokens({ client, now: () => new Date() }, namespace);
  await wait(tokenRejectionDelay);
};

/** Consent and identity of the user. */
export interface OffboardOptions {
  /** Name of the cluster namespace, typed by a user who accepts that live data is deleted for good. */
  confirm?: string;
  /**
   * What the user was shown by {@link previewOffboarding}: more than this is not deleted. Default: the state at the
   * beginning of the call, so that objects created later are not deleted.
   */
  shown?: ShownLoss;
  /** The user, for the audit. Default: the backend itself. */
  actor?: string;
  /** Receives one event for each call. Default: no audit. */
  audit?: Audit;
  /** Runs before the first change, once the request is known to be confirmed and permitted. */
  beforeChanges?: () => Promise<unknown>;
  /** Timer, for tests. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Revokes tokens and deletes exports, service namespaces and the cluster namespace, in this order. In between, the call
 * waits for twelve seconds, until every API server refuses the tokens, and lists everything again, so that nothing is
 * synced into namespaces that are being deleted. Only namespaces with the app cluster's ownership annotation are
 * deleted. Returns when every deletion is requested; namespaces then take as long as their contents. The call may be
 * repeated after a failure, and has to be repeated without a running backend, once the service namespaces are deleted:
 * it then removes the finalizer that keeps the cluster namespace.
 * @returns what was deleted
 * @throws BindingError `InvalidInput` when the namespace is no cluster namespace, `Conflict` when live data would be
 * lost without confirmation, or more than was shown, or when an AppClusterBinding has to be deleted instead;
 * `NotAllowed`, before the first change, when the client's user lacks rights
 */
export const offboard = async (
  client: KubeClient,
  namespace: string,
  options: OffboardOptions = {},
): Promise<OffboardingPreview> => {
  const { actor = backendActor, audit = () => undefined } = options;
  const { beforeChanges, confirm, shown, wait = setTimeout } = options;
  const auditEvent = { action: 'offboard', actor, namespace } as const;
  // An error before the first change counts as refused; afterwards the outcome is failed, whatever the error.
  let hasStarted = false;
  const isRefusal = (error: unknown) =>
    !hasStarted && error instanceof BindingError;
  return withAuditEvent(
    audit,
    auditEvent,
    async enrich => {
      const before = previewOf(await takeInventory(client, namespace));
      enrich({ tenant: before.identity, apis: before.exports });
      await requireConsent(client, before, { confirm, shown });
      await requireRights(client, {
        ...before,
        hasTokens: hasTokens(before.identity),
      });
      hasStarted = true;
      await beforeChanges?.();
      await invalidateTokensAndWait(client, before, wait);
      const facts = await takeInventory(client, namespace);
      const preview = previewOf(facts);
      const refusal = refusalOf(
        preview,
        { confirm, shown: shown ?? before },
        'Only the tokens were revoked',
      );
      if (refusal) throw new BindingError('Conflict', refusal);
      await deleteAll(client, facts);
      return preview;
    },
    isRefusal,
  );
};
