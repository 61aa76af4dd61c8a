/** Plans which cluster namespace an AppClusterBinding gets, and decides whether an existing one belongs to it; pure. */
import {
  annotations,
  appClusterNamespaceName,
  findPrefixCollisions,
  type AppClusterBinding,
} from '@klutch/bind-api';
import type { Namespace } from '@klutch/kube';
import {
  identityOfNamespace,
  isClusterNamespace,
} from '../identity/clusterNamespace';
import {
  appClusterIdentity,
  appClusterLabels,
  idOf,
} from '../identity/appClusterBindingIdentity';
import { appClusterReasons as reasons } from './conditions';

/** What to do with the cluster namespace. */
export type ClusterNamespacePlan =
  | { action: 'use'; name: string; uid: string }
  | { action: 'create'; namespace: Namespace }
  /** The AppClusterBinding's own namespace is terminating. */
  | { action: 'wait'; reason: string; message: string; name: string }
  | { action: 'refuse'; reason: string; message: string };

const maxLabelValue = 63;

const refuse = (reason: string, message: string): ClusterNamespacePlan => ({
  action: 'refuse',
  reason,
  message,
});

const foreign = (name: string, identity: string): ClusterNamespacePlan =>
  refuse(
    reasons.namespaceNotOurs,
    `Namespace ${name} exists on the control plane but was not created for this AppClusterBinding, so it is not changed. Give the AppClusterBinding another name, or ask a platform operator to remove the namespace, or to hand it over with the annotation ${annotations.identity}=${identity}.`,
  );

/**
 * Only the identity annotation decides ownership, whatever the namespace's name and labels: a namespace of another
 * owner is never adopted, and so never deleted.
 * @param namespaces - all namespaces of the control plane cluster
 */
export const planClusterNamespace = (
  binding: AppClusterBinding,
  namespaces: readonly Namespace[],
): ClusterNamespacePlan => {
  const id = idOf(binding);
  const identity = appClusterIdentity(id);
  if (id.name.length > maxLabelValue) {
    return refuse(
      reasons.namespaceNameInvalid,
      `The name of this AppClusterBinding has ${id.name.length} characters; ${maxLabelValue} are allowed, because everything created for it is labelled with the name. Create the AppClusterBinding again with a shorter name.`,
    );
  }
  const named = appClusterNamespaceName(id.namespace, id.name);
  if (!named.ok) return refuse(reasons.namespaceNameInvalid, named.error);
  const name = named.value;
  const existing = namespaces.find(({ metadata }) => metadata.name === name);
  if (existing) {
    if (identityOfNamespace(existing) !== identity) {
      return foreign(name, identity);
    }
    return existing.metadata.deletionTimestamp
      ? {
          action: 'wait',
          reason: reasons.namespaceTerminating,
          message: `Cluster namespace ${name} is being deleted on the control plane; it is created again when the deletion is complete.`,
          name,
        }
      : { action: 'use', name, uid: existing.metadata.uid ?? '' };
  }
  const [other] = findPrefixCollisions(
    name,
    namespaces
      .filter(isClusterNamespace)
      .map(({ metadata }) => metadata.name ?? ''),
  );
  if (other !== undefined) {
    return refuse(
      reasons.namespacePrefixCollision,
      `Cluster namespace ${name} would share names with ${other}: one begins with the other and a dash, so cluster-scoped objects of two app clusters could get the same name. Give the AppClusterBinding another name.`,
    );
  }
  return {
    action: 'create',
    namespace: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        labels: appClusterLabels(binding),
        annotations: { [annotations.identity]: identity },
      },
    },
  };
};
