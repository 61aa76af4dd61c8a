/**
 * Plans the deletion of an AppClusterBinding's cluster namespace: bindings, konnector, service namespaces, namespace;
 * pure.
 */
import {
  annotations,
  finalizers,
  type APIServiceBinding,
  type APIServiceNamespace,
  type AppClusterBinding,
} from '@klutch/bind-api';
import type { KubeObject, Lease } from '@klutch/kube';
import { appClusterReasons as reasons } from './conditions';

/** What remains in the cluster namespace. */
export interface RemovalFacts {
  binding: AppClusterBinding;
  bindings: readonly APIServiceBinding[];
  serviceNamespaces: readonly APIServiceNamespace[];
  /** Whether a konnector runs there, or ran until recently. */
  konnectorRuns: boolean;
}

/** The next step, and the message until it is complete. */
export type RemovalStep =
  | {
      step: 'bindings';
      /** Bindings that get the annotation abandon-app-cluster. */
      annotate: APIServiceBinding[];
      delete: APIServiceBinding[];
      /** Bindings whose konnector finalizer is removed, because no konnector is left to remove it. */
      removeFinalizerFrom: APIServiceBinding[];
      reason: string;
      message: string;
    }
  | {
      step: 'service-namespaces';
      delete: APIServiceNamespace[];
      reason: string;
      message: string;
    }
  | { step: 'namespace' };

const hasAbandonAnnotation = ({ metadata }: KubeObject) =>
  metadata.annotations?.[annotations.abandonAppCluster] === 'true';
const isDeleting = ({ metadata }: KubeObject) =>
  Boolean(metadata.deletionTimestamp);
const namesOf = (objects: readonly KubeObject[]) =>
  objects.map(({ metadata }) => metadata.name).join(', ');

/** A konnector whose Lease was renewed within this time may be running, whatever the clock skew. Milliseconds. */
const staleLeaseAfter = 120_000;

/** Whether a konnector holds the Lease. */
export const isHeld = (lease: Lease | undefined, now: Date): boolean => {
  const { holderIdentity, renewTime } = lease?.spec ?? {};
  if (!holderIdentity) return false;
  const renewed = Date.parse(renewTime ?? '');
  return !(now.getTime() - renewed > staleLeaseAfter);
};

const planBindings = (facts: RemovalFacts): RemovalStep => {
  const { binding, bindings, konnectorRuns } = facts;
  const isLost = hasAbandonAnnotation(binding);
  const message = `Waits until ${namesOf(bindings)} are unbound: the konnector removes its finalizers from their objects on the app cluster and from the bindings.`;
  return {
    step: 'bindings',
    annotate: isLost ? bindings.filter(one => !hasAbandonAnnotation(one)) : [],
    delete: bindings.filter(one => !isDeleting(one)),
    removeFinalizerFrom:
      isLost && !konnectorRuns
        ? bindings.filter(
            one =>
              isDeleting(one) &&
              one.metadata.finalizers?.includes(finalizers.unbind),
          )
        : [],
    reason: reasons.bindingsRemain,
    message: konnectorRuns
      ? `${message} If the app cluster is lost for good, annotate this AppClusterBinding with ${annotations.abandonAppCluster}=true.`
      : `${message} No konnector is running: start one, or, if the app cluster is lost for good, annotate this AppClusterBinding with ${annotations.abandonAppCluster}=true.`,
  };
};

/** Plans the next step only: each step waits until the one before is complete. */
export const planRemoval = (facts: RemovalFacts): RemovalStep => {
  if (facts.bindings.length > 0) return planBindings(facts);
  const { serviceNamespaces } = facts;
  if (serviceNamespaces.length === 0) return { step: 'namespace' };
  const problems = serviceNamespaces.flatMap(({ metadata }) => {
    const problem = metadata.annotations?.[annotations.serviceNamespaceProblem];
    return problem ? [`${metadata.name}: ${problem}`] : [];
  });
  return {
    step: 'service-namespaces',
    delete: serviceNamespaces.filter(one => !isDeleting(one)),
    reason: reasons.serviceNamespacesRemain,
    message:
      `Waits until the service namespaces of ${namesOf(serviceNamespaces)} are deleted. ${problems.join('\n')}`.trim(),
  };
};
