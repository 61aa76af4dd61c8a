/** Decides whether a claimed type can be synced and where its copies are. Pure. */
import {
  apiName,
  isBindingGroup,
  isPrivilegedGroup,
  type ClusterScopedIsolation,
  type PermissionClaim,
} from '@klutch/bind-api';
import type { Resource } from '@klutch/kube';
import type { Mapping } from '../../mapping/Mapping';

/** `retryable`: a later attempt may succeed. */
export type ClaimedType =
  | { ok: true; mapping: Mapping }
  | { ok: false; problem: string; retryable: boolean };

/** The inputs of the decision. */
export interface ClaimedTypeFacts {
  claim: PermissionClaim;
  /** The type as offered by each cluster; undefined when it is not. */
  consumer: Resource | undefined;
  provider: Resource | undefined;
  /** Isolation of the bindings that claim the type; undefined when they differ. */
  isolation: ClusterScopedIsolation | undefined;
  mappingOf: (resource: Resource, isolation: ClusterScopedIsolation) => Mapping;
}

/** `<plural>.<group>`. The version is left out, because all versions have the same objects. */
export const claimedName = ({ group = '', resource }: PermissionClaim) =>
  apiName({ group, resource });

/** The scope of the type on the app cluster decides where copies are; the scope on the control plane must match. */
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
      'write access to types of Klutch itself controls what is synced, so these types are never synced. Reject the claim.',
      false,
    );
  }
  const allNamespaced = consumer.namespaced && provider.namespaced;
  if (!allNamespaced && isPrivilegedGroup(consumer.group)) {
    return refused(
      'write access to a cluster-scoped type of Kubernetes controls the whole cluster, so these types are never synced. Reject the claim.',
      false,
    );
  }
  if (!allNamespaced && !isolation) {
    return refused(
      'the type is cluster-scoped, and the bindings that claim it have different isolations. Accept the claim only on bindings with the same isolation.',
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
