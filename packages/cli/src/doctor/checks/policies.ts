/** Admission policies of the control plane. Pure. */
import type { KnownPolicyState } from '@klutch/binding-backend';
import { failed, ok, warning, type Finding } from '../Finding';

const apply =
  'Apply what "kubectl klutch backend roles" prints, with the flags of the installation, as an administrator.';

/** Whether a policy is in force as this version prints it. */
export function policy(name: string, state: KnownPolicyState): Finding {
  const subject = `control plane: admission policy ${name}`;
  switch (state) {
    case 'Enforced':
      return ok('Policies', `${subject} is in force`);
    case 'Changed':
      return warning(
        'Policies',
        `${subject} differs from what this version prints`,
        apply,
      );
    case 'Missing':
      return failed(
        'Policies',
        `${subject} or its binding does not exist`,
        apply,
      );
    case 'NotServed':
      return failed(
        'Policies',
        `${subject}: Kubernetes does not serve admission policies`,
        'Upgrade Kubernetes to 1.30 or later.',
      );
    default:
      return warning(
        'Policies',
        `${subject} may not be read`,
        'Have "get" on validatingadmissionpolicies and validatingadmissionpolicybindings granted, or select another user with --context.',
      );
  }
}
