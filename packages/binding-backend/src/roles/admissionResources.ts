/** ValidatingAdmissionPolicies and their bindings as API resources. */
import { admissionGroup, type AdmissionObject } from '@klutch/bind-api';
import { defineResource } from '@klutch/kube';

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
