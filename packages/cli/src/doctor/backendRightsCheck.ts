/** Check of the rights of the binding backend: those that are used against those that are granted. */
import {
  readBackendIdentities,
  requiredRights,
  type BackendIdentity,
} from '@klutch/binding-backend';
import {
  canSubject,
  everyAction,
  reviewActions,
  type KubeClient,
  type ResourceAttributes,
} from '@klutch/kube';
import { backendRights } from './checks/backendRights';
import { warning, type Finding } from './Finding';
import type { Check } from './runChecks';

async function identityFinding(
  client: KubeClient,
  identity: BackendIdentity,
  signal: AbortSignal,
): Promise<Finding> {
  const may = (action: ResourceAttributes) =>
    canSubject(client, identity.subject, action, { signal });
  const [reviews, mayDoEverything] = await Promise.all([
    reviewActions(requiredRights(identity), may),
    may(everyAction),
  ]);
  return backendRights({ identity, reviews, mayDoEverything });
}

/** One finding for each identity that has the roles of the backend; its user is known from their bindings. */
export const backendRightsCheck = (client: KubeClient): Check => ({
  name: 'Rights',
  subject: 'rights of the binding backend on the control plane',
  run: async signal => {
    const identities = await readBackendIdentities(client, signal);
    return identities.length > 0
      ? Promise.all(identities.map(one => identityFinding(client, one, signal)))
      : [
          warning(
            'Rights',
            'control plane: nobody has the roles of the binding backend',
            'Apply what "kubectl klutch backend roles" prints, as an administrator, unless the backend is the reference\'s.',
          ),
        ];
  },
});
