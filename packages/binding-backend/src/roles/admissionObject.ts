/** ValidatingAdmissionPolicies and their bindings, as resources of the API. */
import { defineResource, type KubeObject } from '@klutch/kube';

/** A ValidatingAdmissionPolicy, or its binding. */
export interface AdmissionObject extends KubeObject {
  /** As Kubernetes has it. */
  spec: Record<string, unknown>;
}

/** Their group. */
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

/** A policy that denies what it is bound to, with the binding for all namespaces. */
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
