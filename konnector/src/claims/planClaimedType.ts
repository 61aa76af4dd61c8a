/** Can the objects of a claimed type be kept in step, and where are their copies? Pure. */
import {
  isBindingGroup,
  isPrivilegedGroup,
  type ClusterScopedIsolation,
  type PermissionClaim,
} from '@klutch/bind-api';
import { resourceName, type Resource } from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';

/** `again`: asking later may help. */
export type ClaimedType =
  | { ok: true; mapping: Mapping }
  | { ok: false; problem: string; retryable: boolean };

/** What the decision rests on. */
export interface ClaimedTypeFacts {
  claim: PermissionClaim;
  /** The type as each cluster offers it; undefined when it does not. */
  consumer: Resource | undefined;
  provider: Resource | undefined;
  /** Of the bindings that claim the type; undefined when they differ. */
  isolation: ClusterScopedIsolation | undefined;
  mappingOf: (resource: Resource, isolation: ClusterScopedIsolation) => Mapping;
}

/** `<plural>.<group>`; in whatever version it is claimed, its objects are the same ones. */
export const claimedName = ({ group = '', resource }: PermissionClaim) =>
  resourceName({ group, plural: resource });

/** Types of the app cluster decide where copies are; the control plane's must fit. */
export function planClaimedType(facts: ClaimedTypeFacts): ClaimedType {
  const { claim, consumer, provider, isolation } = facts;
  const name = claimedName(claim);
  const refused = (reason: string, retryable: boolean): ClaimedType => ({
    ok: false,
    retryable,
    problem: `The claim on ${name} is not served: ${reason}`,
  });
  if (!consumer || !provider) {
    const cluster = provider ? 'app cluster' : 'control plane';
    return refused(
      `the ${cluster} does not offer it in version ${claim.version}.`,
      true,
    );
  }
  if (isBindingGroup(consumer.group)) {
    return refused(
      'who may write types of Klutch itself says what is synced where, so these are never synced. Reject the claim.',
      false,
    );
  }
  const allNamespaced = consumer.namespaced && provider.namespaced;
  if (!allNamespaced && isPrivilegedGroup(consumer.group)) {
    return refused(
      'who may write a cluster-scoped type of Kubernetes rules the cluster, so these are never synced. Reject the claim.',
      false,
    );
  }
  if (!allNamespaced && !isolation) {
    return refused(
      'the type is cluster-scoped, and the bindings that claim it say different things about where copies are. Reject the claim on all but those of one isolation.',
      false,
    );
  }
  const mapping = facts.mappingOf(consumer, isolation ?? 'Prefixed');
  if (mapping.provider.namespaced !== provider.namespaced) {
    const scopeOf = ({ namespaced }: Resource) =>
      namespaced ? 'namespaced' : 'cluster-scoped';
    return refused(
      `it is ${scopeOf(consumer)} on the app cluster and ${scopeOf(provider)} on the control plane, which ${consumer.namespaced ? 'nothing maps' : `isolation ${isolation} does not map`}.`,
      true,
    );
  }
  return { ok: true, mapping };
}
