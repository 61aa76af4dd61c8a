/** ValidatingAdmissionPolicies and their bindings as manifests. Pure. */
import type { KubeObject } from '@klutch/kube';

/** An admission policy, or its binding. */
export interface AdmissionObject extends KubeObject {
  /** The spec as defined by Kubernetes. */
  spec: Record<string, unknown>;
}

/** API group of admission policies and their bindings. */
export const admissionGroup = 'admissionregistration.k8s.io';

/** A policy that denies whatever violates it, and its binding for all namespaces. Kubernetes 1.30 and later. */
export const denyingPolicy = (
  name: string,
  spec: Record<string, unknown>,
): [policy: AdmissionObject, binding: AdmissionObject] => [
  {
    apiVersion: `${admissionGroup}/v1`,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: { failurePolicy: 'Fail', ...spec },
  },
  {
    apiVersion: `${admissionGroup}/v1`,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  },
];
