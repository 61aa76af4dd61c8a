/** Creates a service namespace, grants rights in it, and only then publishes it in the status. */
import {
  annotations,
  bindResources,
  finalizers,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { core, isAlreadyExists, type Namespace } from '@klutch/kube';
import { serviceNamespaceQuota } from '../backendNames';
import { byOwningClusterNamespace } from './caches';
import type { ControllerContext } from './context';
import { exportedTypesAnnotation } from './exportedTypesAnnotation';
import { limitIn } from './planQuota';
import {
  foreignNamespaceMessage,
  namespaceOwnership,
  newServiceNamespace,
  orphanedNamespacesMessage,
  targetNamespace,
  terminatingNamespaceMessage,
} from './serviceNamespaceOwnership';
import {
  keptRetry,
  patchNamespace,
  reportProblem,
} from './serviceNamespaceProblem';
import { wantedRights, writeRights } from './serviceNamespaceRights';
import { writeStatus } from './status';
import { policyRetry } from './tenantPolicy';

const finalizer = finalizers.serviceNamespace;

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
    .byIndex(byOwningClusterNamespace, clusterNamespace)
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

/** Namespace, rights, status, in this order: the konnector may use the namespace in the status at once. */
export const reconcileServiceNamespace = async (
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
  const rights = await wantedRights(context, name, clusterNamespace);
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
