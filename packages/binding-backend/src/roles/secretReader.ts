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

/** Whether it is that of an app cluster that is registered in the portal. */
const isPortalIdentity = (identity: string): boolean =>
  identity.startsWith(`${portalIssuer}#`);

/**
 * The reference's konnector watches Secrets, ours reads one by name. Who reports says it by its version; before anybody
 * does, the portal's app clusters are those that ours is installed on. The konnector of an AppClusterBinding finds the
 * app cluster's kubeconfig by a watch, and there is no token in its namespace. Where nothing is known, it may watch.
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

/** Roles that are older than this program, and the reference's backend, let every app cluster watch Secrets. */
export const mayWatchSecrets = ({ rules }: ClusterRole): boolean =>
  (rules ?? []).some(
    ({ resources = [], verbs }) =>
      resources.includes('secrets') && verbs.includes('watch'),
  );

const subjectsOf = (namespace: string): RoleBinding['subjects'] => [
  { kind: 'ServiceAccount', name: names.binder, namespace },
];

/**
 * RoleBinding `klutch-secret-reader` of a cluster namespace. It is there also where nobody needs it: one that is missing
 * says nothing about what was allowed before.
 * @param narrowedAt - when the right was taken away; left out where it never was there
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

/** The RoleBinding lets somebody list and watch. */
export const hasSubjects = ({ subjects }: RoleBinding): boolean =>
  (subjects ?? []).length > 0;

/** When the right was taken away, in milliseconds since 1970; undefined where it never was there. */
export const narrowedAt = ({ metadata }: RoleBinding): number | undefined => {
  const at = Date.parse(
    metadata.annotations?.[konnectorAnnotations.narrowedAt] ?? '',
  );
  return Number.isNaN(at) ? undefined : at;
};

/** What to do about the RoleBinding. */
export type SecretReaderPlan =
  | { action: 'create'; binding: RoleBinding }
  /** A merge patch on what was read. */
  | { action: 'patch'; patch: object }
  | { action: 'keep' };

/**
 * Where tokens were revoked a moment ago, nobody begins to watch: whoever held them could still have asked for it.
 * @param current - the RoleBinding; undefined where there is none, and all may have been watched
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
