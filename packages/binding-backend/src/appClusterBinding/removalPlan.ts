/** How the cluster namespace of an AppClusterBinding is taken apart: bindings, konnector, service namespaces, namespace; pure. */
import {
  annotations,
  finalizers,
  type APIServiceBinding,
  type APIServiceNamespace,
  type AppClusterBinding,
} from '@klutch/bind-api';
import type { KubeObject, Lease } from '@klutch/kube';
import { appClusterReasons as reasons } from './conditions';

/** What is left in the cluster namespace. */
export interface RemovalFacts {
  binding: AppClusterBinding;
  bindings: readonly APIServiceBinding[];
  serviceNamespaces: readonly APIServiceNamespace[];
  /** Some konnector works there, or worked a moment ago. */
  konnectorRuns: boolean;
}

/** The next step, and what is told meanwhile. */
export type RemovalStep =
  | {
      step: 'bindings';
      /** Get the annotation that gives the app cluster up. */
      abandon: APIServiceBinding[];
      delete: APIServiceBinding[];
      /** Lose the konnector's finalizer, as no konnector is there to take it off. */
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

const isAbandoned = ({ metadata }: KubeObject) =>
  metadata.annotations?.[annotations.abandonAppCluster] === 'true';
const isDeleting = ({ metadata }: KubeObject) =>
  Boolean(metadata.deletionTimestamp);
const namesOf = (objects: readonly KubeObject[]) =>
  objects.map(({ metadata }) => metadata.name).join(', ');

/** A konnector whose Lease was renewed within this time may be at work, whatever the clocks say. Milliseconds. */
const staleLeaseAfter = 120_000;

/** Whether somebody holds the konnectors' Lease. */
export const isHeld = (lease: Lease | undefined, now: Date): boolean => {
  const { holderIdentity, renewTime } = lease?.spec ?? {};
  if (!holderIdentity) return false;
  const renewed = Date.parse(renewTime ?? '');
  return !(now.getTime() - renewed > staleLeaseAfter);
};

const planBindings = (facts: RemovalFacts): RemovalStep => {
  const { binding, bindings, konnectorRuns } = facts;
  const abandoned = isAbandoned(binding);
  const message = `Waits until ${namesOf(bindings)} are unbound: the konnector lets their objects on the app cluster go, and takes its finalizer off.`;
  return {
    step: 'bindings',
    abandon: abandoned ? bindings.filter(one => !isAbandoned(one)) : [],
    delete: bindings.filter(one => !isDeleting(one)),
    removeFinalizerFrom:
      abandoned && !konnectorRuns
        ? bindings.filter(
            one =>
              isDeleting(one) &&
              one.metadata.finalizers?.includes(finalizers.unbind),
          )
        : [],
    reason: reasons.bindingsRemain,
    message: konnectorRuns
      ? `${message} If the app cluster is lost for good, annotate this AppClusterBinding with ${annotations.abandonAppCluster}=true.`
      : `${message} No konnector is at work: start one, or, if the app cluster is lost for good, annotate this AppClusterBinding with ${annotations.abandonAppCluster}=true.`,
  };
};

/** The next step only: each waits until the one before is done. */
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
      `Waits until the service namespaces of ${namesOf(serviceNamespaces)} are gone. ${problems.join('\n')}`.trim(),
  };
};
