/** Which cluster namespace an AppClusterBinding gets, and whether one that is there is its own; pure. */
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

/** What follows for the cluster namespace. */
export type ClusterNamespacePlan =
  | { action: 'use'; name: string; uid: string }
  | { action: 'create'; namespace: Namespace }
  /** Ours, and on its way out. */
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
    `Namespace ${name} exists on the control plane but was not made for this AppClusterBinding, so it is left alone. Give the AppClusterBinding another name, or ask a platform operator to remove the namespace, or to hand it over with the annotation ${annotations.identity}=${identity}.`,
  );

/**
 * Only the identity annotation makes a namespace ours, whatever its name and labels say: it is never adopted, and so
 * never deleted either.
 * @param namespaces - all of the control plane
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
      `The name of this AppClusterBinding has ${id.name.length} characters; ${maxLabelValue} are allowed, because everything made for it is labelled with it. Create it anew with a shorter name.`,
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
          message: `Cluster namespace ${name} is being deleted on the control plane; it is made anew when it is gone.`,
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
