/** Objects of an app cluster that cannot be deleted until their protection is removed. Pure. */
import type { KubeObject } from '@klutch/kube';
import { denyingPolicy, type AdmissionObject } from './admissionPolicy';
import { labels } from './names';

/** Message of a refused deletion. */
export const deletionRefusal = `It is protected from deletion. Remove the protection first: in the portal, or as the label ${labels.deletionProtection} with kubectl.`;

/** Whether the object has the label that protects it. */
export const isProtected = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.[labels.deletionProtection] === 'true';

/**
 * ValidatingAdmissionPolicy and its binding for app clusters: an object with the label cannot be deleted, whoever asks
 * and of whatever API it is, except for pods, whose templates may inherit labels. The label is a selector, so that the
 * API server evaluates nothing for other objects. Both objects need Kubernetes 1.30.
 */
export const deletionProtectionPolicy = (): [
  policy: AdmissionObject,
  binding: AdmissionObject,
] =>
  denyingPolicy('klutch-deletion-protection', {
    matchConstraints: {
      objectSelector: { matchLabels: { [labels.deletionProtection]: 'true' } },
      resourceRules: [
        {
          apiGroups: ['*'],
          apiVersions: ['*'],
          resources: ['*'],
          operations: ['DELETE'],
        },
      ],
      excludeResourceRules: [
        {
          apiGroups: [''],
          apiVersions: ['*'],
          resources: ['pods'],
          operations: ['DELETE'],
        },
      ],
    },
    validations: [
      { expression: 'false', message: deletionRefusal, reason: 'Forbidden' },
    ],
  });
