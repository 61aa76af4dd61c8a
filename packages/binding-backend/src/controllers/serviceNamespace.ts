/**
 * Controller of service namespaces: creates them, grants rights in them, only then publishes them in the status, and
 * deletes them.
 */
import {
  finalizers,
  bindResources,
  annotations,
  parseServiceNamespaceAnnotation,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  core,
  isAlreadyExists,
  isForbidden,
  isNotFound,
  keyOf,
  type Controller,
  type Namespace,
} from '@klutch/kube';
import { serviceNamespaceQuota } from '../backendNames';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { ensureRoleBinding } from '../roles/ensureRoleBinding';
import { isEscalation, missingRights } from '../roles/rightsCheck';
import {
  apiOfRole,
  byApi,
  byClusterNamespace,
  byNamespace,
  byTarget,
} from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';
import { exportedTypesAnnotation } from './exportedTypesAnnotation';
import { removeFinalizer } from './removeFinalizer';
import { patchMetadata } from './metadata';
import { limitIn } from './quotaPlan';
import { remainingObjects } from './remainingObjects';
import { planRoleBindings, type RoleBindingsPlan } from './roleBindingsPlan';
import {
  terminatingNamespaceMessage,
  foreignNamespaceMessage,
  retainedNamespaceMessage,
  orphanedNamespacesMessage,
  namespaceOwnership,
  newServiceNamespace,
  targetNamespace,
} from './serviceNamespacePlan';
import { writeStatus } from './status';
import { hasTenantPolicy, policyRetry } from './tenantPolicy';

const finalizer = finalizers.serviceNamespace;
/** Retry interval for states that a user has to resolve and that cause no event. Milliseconds. */
const keptRetry = 30_000;
/** A new role takes a moment to reach the API server's authorizer, without an event. Milliseconds. */
const rightsRetry = 3_000;

/**
 * Returns undefined when the object is gone: the cache may still contain an object whose finalizer was just removed.
 */
const patchNamespace = async (
  { client }: ControllerContext,
  object: APIServiceNamespace,
  metadata: Parameters<typeof patchMetadata>[3],
): Promise<APIServiceNamespace | undefined> => {
  const resource = bindResources.serviceNamespaces;
  try {
    return await patchMetadata(client, resource, object, metadata);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
};

/**
 * Sets or removes the annotation with the problem, which konnector and operator read; writes only changes.
 * @returns undefined when the object is gone
 */
const reportProblem = async (
  context: ControllerContext,
  object: APIServiceNamespace,
  problem: string | undefined,
): Promise<APIServiceNamespace | undefined> => {
  const key = annotations.serviceNamespaceProblem;
  if (object.metadata.annotations?.[key] === problem) return object;
  return patchNamespace(context, object, {
    annotations: { [key]: problem ?? null },
  });
};

/**
 * Finalizer and exported types are written before the service namespace is created, because its deletion depends on
 * both.
 * @returns undefined when the object is gone
 */
const ensureFinalizerAndAnnotation = async (
  context: ControllerContext,
  object: APIServiceNamespace,
): Promise<APIServiceNamespace | undefined> => {
  const present = object.metadata.finalizers ?? [];
  const exportedTypes = await exportedTypesAnnotation(context, object);
  const hasFinalizer = present.includes(finalizer);
  if (hasFinalizer && !exportedTypes) return object;
  return patchNamespace(context, object, {
    ...(!hasFinalizer && { finalizers: [...present, finalizer] }),
    ...(exportedTypes && { annotations: exportedTypes }),
  });
};

/**
 * Service namespaces without an APIServiceNamespace, which the ResourceQuota does not count, when they reach its limit;
 * no further service namespace is created then.
 */
const orphansAtLimit = (
  { caches }: ControllerContext,
  clusterNamespace: string,
): string[] | undefined => {
  const quota = caches.quotas.get(
    `${clusterNamespace}/${serviceNamespaceQuota.name}`,
  );
  const limit = (quota && limitIn(quota)) || Infinity;
  const orphaned = caches.namespaces
    .byIndex(byClusterNamespace, clusterNamespace)
    .filter(({ metadata }) => {
      const owner = metadata.annotations?.[annotations.apiServiceNamespace];
      return !caches.serviceNamespaces.get(owner ?? '');
    });
  return orphaned.length < limit
    ? undefined
    : orphaned.map(({ metadata }) => metadata.name ?? '').sort();
};

/**
 * The namespace, created if missing; read live before rights are granted, because another namespace may have replaced
 * it.
 */
const currentNamespace = async (
  { client, caches }: ControllerContext,
  wanted: Namespace,
  grantNeeded: boolean,
): Promise<Namespace | undefined> => {
  const { name = '' } = wanted.metadata;
  const cached = caches.namespaces.get(name);
  if (cached && !grantNeeded) return cached;
  const live = cached && (await client.get(core.namespaces, { name }));
  if (live) return live;
  try {
    return await client.create(core.namespaces, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return client.get(core.namespaces, { name });
  }
};

const planRights = async (
  context: ControllerContext,
  namespace: string,
  clusterNamespace: string,
): Promise<RoleBindingsPlan & { isPolicyEnforced: boolean }> => {
  const { caches } = context;
  const exports = caches.exports
    .byIndex(byNamespace, clusterNamespace)
    .filter(({ metadata }) => !metadata.deletionTimestamp);
  const isPolicyEnforced = await hasTenantPolicy(context, exports);
  const plan = planRoleBindings({
    namespace,
    clusterNamespace,
    exports,
    isGrantable: apiExport =>
      !missingRights(
        [apiExport],
        role => caches.clusterRoles.get(role),
        isPolicyEnforced,
      ),
    current: caches.roleBindings.byIndex(byNamespace, namespace),
  });
  return { ...plan, isPolicyEnforced };
};

/** Returns false when the API server denies the write to the backend; rethrows other errors. */
const isAllowed = async (
  write: Promise<unknown>,
  isRefusal: (error: unknown) => boolean,
): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
};

/**
 * Existing rights are withdrawn only after all others are granted.
 * @returns retry delay in milliseconds for a denied write; undefined when all writes succeeded
 */
const writeRights = async (
  { client }: ControllerContext,
  { grant, withdraw }: RoleBindingsPlan,
): Promise<number | undefined> => {
  const results: boolean[] = [];
  for (const wanted of grant) {
    results.push(
      await isAllowed(ensureRoleBinding(client, wanted), isEscalation),
    );
  }
  if (results.includes(false)) return rightsRetry;
  for (const { metadata } of withdraw) {
    const { name = '', namespace, uid } = metadata;
    const key = { namespace, name };
    const removal = client.delete(core.roleBindings, key, {
      preconditions: { uid },
    });
    results.push(await isAllowed(removal, isForbidden));
  }
  // The role of a withdrawn RoleBinding may be lost for good, in every namespace of every app cluster, so the retry is
  // slow.
  return results.includes(false) ? keptRetry : undefined;
};

/** Namespace, rights, status, in this order: the konnector may use the namespace in the status at once. */
const reconcileServiceNamespace = async (
  context: ControllerContext,
  object: APIServiceNamespace,
  retry: (delay: number) => void,
): Promise<void> => {
  const { client } = context;
  const target = targetNamespace(object);
  if (!target.ok) {
    await reportProblem(context, object, target.error);
    return;
  }
  const name = target.value;
  const owned = await ensureFinalizerAndAnnotation(context, object);
  if (!owned) return;
  const clusterNamespace = owned.metadata.namespace ?? '';
  const orphaned = context.caches.namespaces.get(name)
    ? undefined
    : orphansAtLimit(context, clusterNamespace);
  if (orphaned) {
    retry(keptRetry);
    const message = orphanedNamespacesMessage(clusterNamespace, orphaned);
    await reportProblem(context, owned, message);
    return;
  }
  const rights = await planRights(context, name, clusterNamespace);
  if (!rights.isPolicyEnforced) retry(policyRetry);
  const namespace = await currentNamespace(
    context,
    newServiceNamespace(name, owned),
    rights.grant.length > 0,
  );
  const ownership = namespaceOwnership(owned, namespace);
  if (ownership === 'foreign' || ownership === 'terminating') {
    const message =
      ownership === 'foreign'
        ? foreignNamespaceMessage
        : terminatingNamespaceMessage;
    await reportProblem(context, owned, message(name));
    return;
  }

  const retryIn = await writeRights(context, rights);
  if (retryIn !== undefined) {
    retry(retryIn);
    await reportProblem(
      context,
      owned,
      `The binding backend may not grant, or withdraw, all rights in namespace ${name} yet. If this persists, apply the roles of the exported APIs again: klutch-binding-backend offer prints them.`,
    );
    return;
  }
  const updated = await reportProblem(context, owned, undefined);
  if (!updated) return;
  await writeStatus(client, bindResources.serviceNamespaces, updated, {
    namespace: name,
  });
};

/** Deletes the namespace if it belongs to this object and contains no live objects; then removes the finalizer. */
const finalizeServiceNamespace = async (
  context: ControllerContext,
  object: APIServiceNamespace,
  retry: () => void,
): Promise<void> => {
  const { client, caches } = context;
  if (!object.metadata.finalizers?.includes(finalizer)) return;
  const target = targetNamespace(object);
  const name = target.ok ? target.value : undefined;
  const namespace = name
    ? await client.get(core.namespaces, { name })
    : undefined;
  const ownership = namespaceOwnership(object, namespace);
  if (ownership === 'terminating') return; // The deletion event of the namespace triggers the next reconciliation.
  if (ownership === 'ours' && name) {
    const { namespace: clusterNamespace = '' } = object.metadata;
    const remaining = await remainingObjects(client, {
      namespace: name,
      object,
      exports: caches.exports.byIndex(byNamespace, clusterNamespace),
      crds: caches.crds.list(),
    });
    const kept = retainedNamespaceMessage(name, remaining);
    if (kept) {
      retry();
      await reportProblem(context, object, kept);
      return;
    }
    const { uid } = namespace?.metadata ?? {};
    const preconditions = { uid };
    const deletion = await client.delete(
      core.namespaces,
      { name },
      { preconditions },
    );
    if (deletion === 'deleted') return;
  }
  await removeFinalizer(client, object);
};

/**
 * Watches APIServiceNamespaces, the namespaces and RoleBindings created for them, and the ClusterRoles that these need.
 */
export const createServiceNamespaceController = (
  context: ControllerContext,
): Controller => {
  const { caches } = context;
  const { serviceNamespaces, namespaces } = caches;
  const inClusterNamespace = (name: string) =>
    serviceNamespaces.byIndex(byNamespace, name).map(keyOf);
  const ownersOf = (namespace: Namespace | undefined): string[] => {
    const value =
      namespace?.metadata.annotations?.[annotations.apiServiceNamespace] ?? '';
    return parseServiceNamespaceAnnotation(value) ? [value] : [];
  };
  return createTenantController(context, {
    name: 'service-namespace',
    watches: [
      { cache: serviceNamespaces },
      {
        cache: namespaces,
        key: (namespace, previous) => [
          ...ownersOf(namespace),
          ...ownersOf(previous),
          ...serviceNamespaces
            .byIndex(byTarget, namespace.metadata.name ?? '')
            .map(keyOf),
          ...inClusterNamespace(namespace.metadata.name ?? ''),
        ],
      },
      {
        cache: caches.roleBindings,
        key: ({ metadata }) =>
          ownersOf(namespaces.get(metadata.namespace ?? '')),
      },
      {
        cache: caches.clusterRoles,
        key: role =>
          apiOfRole(role).flatMap(api =>
            caches.exports
              .byIndex(byApi, api)
              .flatMap(({ metadata }) =>
                inClusterNamespace(metadata.namespace ?? ''),
              ),
          ),
      },
      {
        cache: caches.exports,
        key: ({ metadata }) => inClusterNamespace(metadata.namespace ?? ''),
      },
      // No service namespace may count as empty before the CRDs are synced.
      { cache: caches.crds, key: () => undefined },
    ],
    reconcile: async (key, ctx) => {
      const object = serviceNamespaces.get(key);
      if (!object) return;
      const retry = (delay: number) => ctx.requeueAfter(delay);
      if (object.metadata.deletionTimestamp) {
        await finalizeServiceNamespace(context, object, () => retry(keptRetry));
        return;
      }
      const clusterNamespace = namespaces.get(object.metadata.namespace ?? '');
      if (!identityOfNamespace(clusterNamespace)) return;
      if (clusterNamespace?.metadata.deletionTimestamp) return;
      await reconcileServiceNamespace(context, object, retry);
    },
  });
};
