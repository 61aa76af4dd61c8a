/** ValidatingAdmissionPolicies and their bindings as API resources. */
import { defineResource, type KubeObject } from '@klutch/kube';

/** A ValidatingAdmissionPolicy, or its binding. */
export interface AdmissionObject extends KubeObject {
  /** As defined by Kubernetes. */
  spec: Record<string, unknown>;
}

/** API group of both types. */
export const admissionGroup = 'admissionregistration.k8s.io';

const ofPlural = (plural: string, kind: string) =>
  defineResource<AdmissionObject>({
    group: admissionGroup,
    version: 'v1',
    plural,
    kind,
    namespaced: false,
  });

/** Since Kubernetes 1.30. */
export const admissionResources = {
  policies: ofPlural(
    'validatingadmissionpolicies',
    'ValidatingAdmissionPolicy',
  ),
  bindings: ofPlural(
    'validatingadmissionpolicybindings',
    'ValidatingAdmissionPolicyBinding',
  ),
} as const;

/** A policy that denies whatever violates it, and its binding for all namespaces. */
export const denyingPolicy = (
  name: string,
  spec: Record<string, unknown>,
): [AdmissionObject, AdmissionObject] => [
  {
    apiVersion: `${admissionGroup}/v1`,
    kind: admissionResources.policies.kind,
    metadata: { name },
    spec: { failurePolicy: 'Fail', ...spec },
  },
  {
    apiVersion: `${admissionGroup}/v1`,
    kind: admissionResources.bindings.kind,
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  },
];
