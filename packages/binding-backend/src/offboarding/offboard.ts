/** Ends an app cluster on the control plane: first a preview, then, confirmed where data would go, the end itself. */
import { setTimeout } from 'node:timers/promises';
import {
  bindResources,
  type APIServiceNamespace,
  type AppClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  isConflict,
  isNotFound,
  keyOf,
  parseKey,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { backendActor, type Audit } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { removeFinalizer } from '../controllers/removeFinalizer';
import { namespaceOwnership } from '../controllers/serviceNamespacePlan';
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
 * What would go with an app cluster; changes nothing.
 * @param namespace - its cluster namespace
 * @throws BindingError `InvalidInput` when it is none
 */
export const previewOffboarding = async (
  client: KubeClient,
  namespace: string,
): Promise<OffboardingPreview> =>
  previewOf(await takeInventory(client, namespace));

const remove = async <T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
  object: KubeObject,
): Promise<void> => {
  const { uid } = object.metadata;
  try {
    await client.delete(resource, parseKey(keyOf(object)), {
      preconditions: { uid },
    });
  } catch (error) {
    if (!isConflict(error)) throw error; // another object has the name by now, and that is not meant
  }
};

/** As the backend does it: without one the cluster namespace would stay for ever. Who may not leaves it to the backend. */
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
    if (!isConflict(error)) throw error; // there is a backend, and it was first
  }
};

const removeServiceNamespace = async (
  client: KubeClient,
  { object, name }: FoundServiceNamespace,
): Promise<void> => {
  const live = await client.get(core.namespaces, { name });
  const ownership = namespaceOwnership(object, live);
  if (live && ownership === 'ours') {
    await remove(client, core.namespaces, live);
  }
  const hasGone = ownership === 'absent' || ownership === 'foreign';
  // Not before its end has begun, when nothing is made for it any more.
  if (hasGone && object.metadata.deletionTimestamp) {
    await removeFinalizerAsBackend(client, object);
  }
  await remove(client, bindResources.serviceNamespaces, object);
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
    if (isNotFound(error)) return undefined; // the type is gone, and the AppClusterBinding with it
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
      `Cluster namespace ${preview.namespace} belongs to AppClusterBinding ${keyOf(owner)}. Delete that instead: its bindings are let go first.`,
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
    await remove(client, bindResources.exports, apiExport);
  }
  for (const found of facts.serviceNamespaces) {
    await removeServiceNamespace(client, found);
  }
  await remove(client, core.namespaces, facts.clusterNamespace);
};

/** An AppClusterBinding's has none, and its Secret kubeconfig is another. */
const hasTokens = (identity: string) => !parseAppClusterIdentity(identity);

/**
 * From here on nothing is issued: the controllers know it by what is noted in the cluster namespace. Resolves when what
 * was issued is of no use any more.
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

/** How sure somebody is, and who it is. */
export interface OffboardOptions {
  /** The name of the cluster namespace, typed by whoever accepts that live data is deleted for good. */
  confirm?: string;
  /**
   * What they were shown by {@link previewOffboarding}: more than that is not deleted. Default: what is there at the
   * beginning, so that what comes meanwhile is not.
   */
  shown?: ShownLoss;
  /** Who asks for it, for the audit. Default: the backend itself. */
  actor?: string;
  /** Gets one event for each call. Default: nobody. */
  audit?: Audit;
  /** Runs before anything is changed, once it is certain that this is confirmed and allowed. */
  beforeChanges?: () => Promise<unknown>;
  /** Timer, for tests. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Ends tokens, exports, service namespaces and the cluster namespace, in this order; in between it waits for twelve
 * seconds, until every API server refuses the tokens, and looks once more at what is there, so that nothing is synced
 * into what is going. Only namespaces that carry the app cluster's ownership annotation go. Returns when everything is
 * asked for; namespaces then take as long as their contents do. May be called again after a failure, and where no backend
 * runs has to be, once the service namespaces have gone: it then takes off the finalizer that keeps the cluster namespace.
 * @returns what went
 * @throws BindingError `InvalidInput` when it is no cluster namespace, `Conflict` when live data would be lost and nobody
 * confirmed that, or more than was shown, or when an AppClusterBinding is to be deleted instead; `NotAllowed`, before
 * anything is changed, when the client's user lacks rights
 */
export const offboard = async (
  client: KubeClient,
  namespace: string,
  options: OffboardOptions = {},
): Promise<OffboardingPreview> => {
  const { actor = backendActor, audit = () => undefined } = options;
  const { beforeChanges, confirm, shown, wait = setTimeout } = options;
  const auditEvent = { action: 'offboard', actor, namespace } as const;
  // What is refused changes nothing; after that it has failed, whatever the reason.
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
        'Only the tokens were ended',
      );
      if (refusal) throw new BindingError('Conflict', refusal);
      await deleteAll(client, facts);
      return preview;
    },
    isRefusal,
  );
};
