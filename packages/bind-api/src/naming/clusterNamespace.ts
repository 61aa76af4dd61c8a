/** Names of cluster namespaces and of objects that are named after them. */
import { names } from '../names';
import type { Result } from '../result';
import {
  hashedName,
  maxNamespaceName,
  namespaceProblem,
  objectNameProblem,
  prefixed,
} from './kubeName';

/**
 * Cluster namespace of an AppClusterBinding: `klutch-bind-<namespace>-<name>` as in upstream Klutch if the two parts are
 * unambiguous, that is, without a dash in the namespace; otherwise `klutch-bind--<both, cut>-<hash>`. Different bindings
 * never have the same cluster namespace. Names of objects in two cluster namespaces can still collide: `2-x` of
 * `team/db` and `x` of `team/db-2` are both `klutch-bind-team-db-2-x`. Callers therefore have to check
 * {@link findPrefixCollisions} before they create a cluster namespace, and refuse the binding on a collision.
 * @returns an error message for invalid names.
 */
export const appClusterNamespaceName = (
  namespace: string,
  name: string,
): Result<string> => {
  const problem =
    namespaceProblem(namespace) ??
    objectNameProblem('an AppClusterBinding', name);
  if (problem) return { ok: false, error: problem };
  const plain = `${names.appClusterNamespace}-${prefixed(namespace, name)}`;
  const isPlain =
    !namespace.includes('-') &&
    !name.includes('.') &&
    plain.length <= maxNamespaceName;
  return {
    ok: true,
    value: isPlain
      ? plain
      : hashedName(`${names.appClusterNamespace}--`, namespace, name),
  };
};

/** Key of the ClusterBinding in a cluster namespace: `<cluster namespace>/cluster`. */
export const clusterBindingKey = (clusterNamespace: string): string =>
  `${clusterNamespace}/${names.clusterBinding}`;

/** ClusterRole and ClusterRoleBinding of one app cluster: `klutch-binder-<cluster namespace>`. */
export const binderClusterRoleName = (clusterNamespace: string): string =>
  `${names.binder}-${clusterNamespace}`;

/**
 * The `existing` cluster namespaces whose objects could get the same names as those of a new one, because one name is a
 * prefix of the other up to a dash (`cluster-a` and `cluster-a-b`). Without such collisions, plain names are unique.
 */
export const findPrefixCollisions = (
  clusterNamespace: string,
  existing: readonly string[],
): string[] =>
  existing.filter(
    other =>
      other.startsWith(prefixed(clusterNamespace, '')) ||
      clusterNamespace.startsWith(prefixed(other, '')),
  );
