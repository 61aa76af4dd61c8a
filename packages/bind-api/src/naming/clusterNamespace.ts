/** Cluster namespaces: those of AppClusterBindings, those that must not be made, what is named after one. */
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
 * Cluster namespace of an AppClusterBinding: the wire's `klutch-bind-<namespace>-<name>` where one can tell the two
 * apart, that is, without a dash in the namespace; else `klutch-bind--<both, cut>-<hash>`. No two different bindings
 * have the same cluster namespace. The names of what is in two of them can still meet: `2-x` of `team/db` and `x` of
 * `team/db-2` are both `klutch-bind-team-db-2-x`. So whoever makes a cluster namespace asks
 * {@link findPrefixCollisions} before, and refuses a binding whose cluster namespace meets another.
 * @returns an error in words when one of the names is none.
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

/** ClusterRole and ClusterRoleBinding of one app cluster: `klutch-binder-<cluster namespace>`. */
export const binderClusterRoleName = (clusterNamespace: string): string =>
  `${names.binder}-${clusterNamespace}`;

/**
 * Those of `existing` whose objects could get the same names as those of a new cluster namespace: one name begins with
 * the other and a dash (`cluster-a` and `cluster-a-b`). While there are none, the plain forms never meet.
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
