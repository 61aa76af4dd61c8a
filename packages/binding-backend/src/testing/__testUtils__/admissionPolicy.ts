/** The admission policies for the backend's user and for app clusters, enforced on a test's control plane cluster. */
import type { AdmissionObject } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { admissionResources } from '../../roles/admissionResources';
import { backendAdmissionPolicy } from '../../roles/backendAdmissionPolicy';
import { tenantAdmissionPolicy } from '../../roles/tenantAdmissionPolicy';
import { byOperator, eventually } from './controlPlane';

const applyPolicy = async (
  admin: KubeClient,
  [policy, binding]: [AdmissionObject, AdmissionObject],
) => {
  await admin.apply(admissionResources.policies, policy, byOperator);
  await admin.apply(admissionResources.bindings, binding, byOperator);
};

const isDenied = (attempt: Promise<unknown>, words: string) =>
  attempt.then(
    () => false,
    (error: Error) => error.message.includes(words),
  );

/** Applies the policy for the backend's user; resolves when the API server enforces it, which takes a moment. */
export const enforceAdmissionPolicy = async ({
  admin,
  portal,
}: {
  admin: KubeClient;
  portal: KubeClient;
}): Promise<void> => {
  const subject = { kind: 'User', name: 'klutch-portal' };
  await applyPolicy(admin, backendAdmissionPolicy(subject));
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'default', name: 'kubeconfig' },
  };
  await eventually('the policy is in force', () =>
    isDenied(
      portal.create(core.secrets, secret, { dryRun: true }),
      'in cluster namespaces only',
    ),
  );
};

/** Applies the policy for app clusters; the API server enforces it a moment later. */
export const enforceTenantPolicy = (admin: KubeClient): Promise<void> =>
  applyPolicy(admin, tenantAdmissionPolicy());
