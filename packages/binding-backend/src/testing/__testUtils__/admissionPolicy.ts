/** The policy that bounds the backend's user, in force on a test's control plane. */
import { core, defineResource, type KubeClient } from '@klutch/kube';
import {
  backendAdmissionPolicy,
  type AdmissionObject,
} from '../../roles/backendAdmissionPolicy';
import { byOperator, eventually } from './controlPlane';

const ofPlural = (plural: string, kind: string) =>
  defineResource<AdmissionObject>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural,
    kind,
    namespaced: false,
  });

/** Applies it; resolves when the API server, which takes a moment, goes by it. */
export const enforceAdmissionPolicy = async ({
  admin,
  portal,
}: {
  admin: KubeClient;
  portal: KubeClient;
}): Promise<void> => {
  const subject = { kind: 'User', name: 'klutch-portal' };
  const [policy, binding] = backendAdmissionPolicy(subject);
  const kind = 'ValidatingAdmissionPolicy';
  await admin.apply(
    ofPlural('validatingadmissionpolicies', kind),
    policy,
    byOperator,
  );
  await admin.apply(
    ofPlural('validatingadmissionpolicybindings', `${kind}Binding`),
    binding,
    byOperator,
  );
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'default', name: 'kubeconfig' },
  };
  await eventually('the policy is in force', () =>
    portal.create(core.secrets, secret, { dryRun: true }).then(
      () => false,
      (error: Error) => error.message.includes('in cluster namespaces only'),
    ),
  );
};
