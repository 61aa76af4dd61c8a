/** Check of the admission policies of a control plane, as the portal's checklist makes it. */
import {
  knownPolicyState,
  readBackendIdentities,
  requiredPolicies,
  type RequiredPolicy,
} from '@klutch/binding-backend';
import { isForbidden, type KubeClient, type Subject } from '@klutch/kube';
import { policy } from './checks/policies';
import { warning } from './Finding';
import type { Check } from './runChecks';

/** Undefined where nobody has the backend's roles, or their bindings may not be read. */
async function readBackendSubject(
  client: KubeClient,
  signal: AbortSignal,
): Promise<Subject | undefined> {
  try {
    const [identity] = await readBackendIdentities(client, signal);
    return identity?.subject;
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

/** The policies for app clusters, for the binding backend, and for restores. */
export const policyCheck = (client: KubeClient): Check => ({
  name: 'Policies',
  subject: 'admission policies of the control plane',
  run: async signal => {
    const subject = await readBackendSubject(client, signal);
    const findingOf = async (required: RequiredPolicy) =>
      policy(
        required[0].metadata.name ?? '',
        await knownPolicyState([client], required),
      );
    return [
      ...(await Promise.all(requiredPolicies(subject).map(findingOf))),
      ...(subject
        ? []
        : [
            warning(
              'Policies',
              'control plane: the policy for the binding backend was not checked, because its user is not known',
              'For a portal see its Set-up page; else select a user who may read the bindings of roles with --context.',
            ),
          ]),
    ];
  },
});
