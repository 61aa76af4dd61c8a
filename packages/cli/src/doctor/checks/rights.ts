/** Rights that are needed, and those that are missing. Pure. */
import {
  clusterNamespaceRules,
  controlPlaneGrants,
  isNeverSynced,
  konnectorApiRole,
  konnectorRoles,
  mergeGrants,
  parseApiName,
  type APIServiceBinding,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  actionsOf,
  actionText,
  type ActionReview,
  type ResourceAttributes,
} from '@klutch/kube';
import { failed, ok, type Finding } from '../Finding';

const acceptedClaims = ({ spec }: APIServiceBinding): PermissionClaim[] =>
  (spec?.permissionClaims ?? []).filter(
    ({ group = '', resource, state }) =>
      state === 'Accepted' && !isNeverSynced({ group, resource }),
  );

/** What the konnector does on the app cluster, from the same rules as its roles. */
export function appClusterActions(
  bindings: readonly APIServiceBinding[],
): ResourceAttributes[] {
  const fixed = konnectorRoles().flatMap(object =>
    'rules' in object
      ? actionsOf(object.rules ?? [], object.metadata.namespace)
      : [],
  );
  const bound = bindings.flatMap(
    binding =>
      konnectorApiRole(
        parseApiName(binding.metadata.name ?? ''),
        acceptedClaims(binding),
      ).rules ?? [],
  );
  return [...fixed, ...actionsOf(bound)];
}

/** What the konnector always does in its cluster namespace. */
export const clusterNamespaceActions = (
  namespace: string,
): ResourceAttributes[] =>
  actionsOf(clusterNamespaceRules(), namespace).map(action =>
    // Namespaces are checked by name: a role in a namespace allows reading that one only.
    action.resource === 'namespaces' ? { ...action, name: namespace } : action,
  );

/** What the konnector does with objects of a bound API in its service namespaces. */
export const serviceNamespaceActions = (
  binding: APIServiceBinding,
  namespace: string,
): ResourceAttributes[] =>
  actionsOf(
    mergeGrants(
      controlPlaneGrants(
        parseApiName(binding.metadata.name ?? ''),
        acceptedClaims(binding),
      ),
    ),
    namespace,
  );

const maximumShown = 10;

/** Whether all actions are allowed. */
export function rights(
  subject: string,
  answers: readonly ActionReview[],
  remedy: string,
): Finding {
  const missing = answers
    .filter(({ allowed }) => !allowed)
    .map(({ action }) => actionText(action));
  if (missing.length === 0) {
    return ok('Rights', `${subject}: all ${answers.length} are granted`);
  }
  const more = missing.length - maximumShown;
  const shown = missing.slice(0, maximumShown).join(', ');
  return failed(
    'Rights',
    `${subject}: missing ${shown}${more > 0 ? ` and ${more} more` : ''}`,
    remedy,
  );
}
