/** Whether an app cluster may list and watch the Secrets of its cluster namespace; pure. */
import {
  names,
  readsSecretByName,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { ClusterRole, RoleBinding } from '@klutch/kube';
import { backendNames, konnectorAnnotations } from '../backendNames';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { portalIssuer } from '../policy/mayBind';

const rbacGroup = 'rbac.authorization.k8s.io';

/** Whether the identity belongs to an app cluster that is registered in the portal. */
const isPortalIdentity = (identity: string): boolean =>
  identity.startsWith(`${portalIssuer}#`);

/**
 * The reference's konnector watches Secrets, ours reads one by name. The reported version identifies the konnector;
 * before the first report, app clusters of the portal are assumed to run ours. The konnector of an AppClusterBinding
 * watches for the app cluster's kubeconfig, and there is no token in its namespace. For an unknown konnector the right
 * is needed.
 */
export const needsSecretReader = (
  identity: string,
  binding?: Pick<ClusterBinding, 'metadata' | 'status'>,
): boolean => {
  if (parseAppClusterIdentity(identity)) return true;
  const { konnector } = konnectorAnnotations;
  if (binding?.metadata.annotations?.[konnector] === 'reference') return true;
  const reported = binding?.status?.konnectorVersion;
  return reported ? !readsSecretByName(reported) : !isPortalIdentity(identity);
};

/** Outdated roles, and those of the reference's backend, let every app cluster watch Secrets. */
export const mayWatchSecrets = ({ rules }: ClusterRole): boolean =>
  (rules ?? []).some(
    ({ resources = [], verbs }) =>
      resources.includes('secrets') && verbs.includes('watch'),
  );

const subjectsOf = (namespace: string): RoleBinding['subjects'] => [
  { kind: 'ServiceAccount', name: names.binder, namespace },
];

/**
 * RoleBinding `klutch-secret-reader` of a cluster namespace. It also exists, without subjects, where the right is not
 * needed: a missing RoleBinding does not prove that there was no right before.
 * @param narrowedAt - when the right was withdrawn; undefined if it was never granted
 */
export const secretReaderBinding = (
  namespace: string,
  isNeeded: boolean,
  narrowedAt?: Date,
): RoleBinding => ({
  apiVersion: `${rbacGroup}/v1`,
  kind: 'RoleBinding',
  metadata: {
    name: backendNames.secretReader,
    namespace,
    ...(narrowedAt && {
      annotations: {
        [konnectorAnnotations.narrowedAt]: narrowedAt.toISOString(),
      },
    }),
  },
  roleRef: {
    apiGroup: rbacGroup,
    kind: 'ClusterRole',
    name: backendNames.secretReader,
  },
  subjects: isNeeded ? subjectsOf(namespace) : [],
});

/** Whether the RoleBinding grants the right to list and watch. */
export const hasSubjects = ({ subjects }: RoleBinding): boolean =>
  (subjects ?? []).length > 0;

/** When the right was withdrawn, in milliseconds since 1970; undefined if it was never granted. */
export const narrowedAt = ({ metadata }: RoleBinding): number | undefined => {
  const at = Date.parse(
    metadata.annotations?.[konnectorAnnotations.narrowedAt] ?? '',
  );
  return Number.isNaN(at) ? undefined : at;
};

/** What to do with the RoleBinding. */
export type SecretReaderPlan =
  | { action: 'create'; binding: RoleBinding }
  /** A merge patch at the observed resourceVersion. */
  | { action: 'patch'; patch: object }
  | { action: 'keep' };

/**
 * The right is not granted shortly after a revocation: the holder of a revoked token could have triggered the grant.
 * @param current - the RoleBinding; undefined when there is none, and everything may have been watched
 */
export const planSecretReader = (
  namespace: string,
  current: RoleBinding | undefined,
  { isNeeded, isRevoked }: { isNeeded: boolean; isRevoked: boolean },
  now: Date,
): SecretReaderPlan => {
  const mayWatch = isNeeded && !isRevoked;
  if (!current) {
    const narrowed = mayWatch ? undefined : now;
    const binding = secretReaderBinding(namespace, mayWatch, narrowed);
    return { action: 'create', binding };
  }
  const isUpToDate = hasSubjects(current) ? isNeeded : !mayWatch;
  if (isUpToDate) return { action: 'keep' };
  const { resourceVersion, uid } = current.metadata;
  const at = mayWatch ? null : now.toISOString();
  return {
    action: 'patch',
    patch: {
      metadata: {
        uid,
        resourceVersion,
        annotations: { [konnectorAnnotations.narrowedAt]: at },
      },
      subjects: mayWatch ? subjectsOf(namespace) : [],
    },
  };
};
