/** Whether the admission policies that RBAC cannot replace are in force on the control plane. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import {
  knownPolicyState,
  requiredPolicies,
  type KnownPolicyState,
} from '@klutch/binding-backend';
import { readSelfReview, type KubeClient, type Subject } from '@klutch/kube';
import { finding, type Check, type Finding } from './finding';

/** Who reads the policies. */
export interface AdmissionPolicyOptions {
  /** The portal's own connection, whose roles let it read some of the policies. */
  portal: KubeClient;
  /** The same connection as the person who looks at the checklist. */
  person: KubeClient;
}

/** The subject of a user name of Kubernetes. */
function subjectOf(user: string): Subject {
  const [, namespace, name] =
    /^system:serviceaccount:([^:]+):(.+)$/.exec(user) ?? [];
  return namespace && name
    ? { kind: 'ServiceAccount', name, namespace }
    : { kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' };
}

/** What a state means. Pure. */
export function policyFinding(
  policy: string,
  state: KnownPolicyState,
): Finding {
  switch (state) {
    case 'Enforced':
      return finding('ok', explain('SetUpPolicyEnforced', { policy }));
    case 'Changed':
      return finding('warning', explain('SetUpPolicyChanged', { policy }));
    case 'Missing':
      return finding('failed', explain('SetUpPolicyMissing', { policy }));
    case 'NotServed':
      return finding('failed', explain('SetUpPoliciesNotServed', { policy }));
    default:
      return finding('unknown', explain('SetUpPolicyUnreadable', { policy }));
  }
}

/** The check of the policies for app clusters, for the portal itself, and for restores. */
export const admissionPolicyCheck = ({
  person,
  portal,
}: AdmissionPolicyOptions): Check => ({
  name: 'admissionPolicies',
  docs: 'binding.md#security',
  run: async signal => {
    const self = await readSelfReview(portal, signal);
    const policies = requiredPolicies(self && subjectOf(self.user));
    return Promise.all(
      policies.map(async policy =>
        policyFinding(
          policy[0].metadata.name ?? '',
          await knownPolicyState([portal, person], policy),
        ),
      ),
    );
  },
});
