/** Which namespace of the control plane belongs to a namespace of an app cluster. Why: docs/adr/0021-name-mapping.md. */
import { names } from '../names';
import type { Result } from '../result';
import {
  hashedName,
  maxNamespaceName,
  namespaceProblem,
  prefixed,
} from './kubeName';

/** Of generated form: with exactly one dash one can tell where it ends in `<cluster namespace>-<namespace>`. */
const generatedNamePattern = /^[a-z0-9]+-[a-z0-9]+$/;

/** `klutch-bind` has one dash too, but `klutch-bind-…` are the cluster namespaces of AppClusterBindings. */
const isSelfDelimiting = (clusterNamespace: string) =>
  generatedNamePattern.test(clusterNamespace) &&
  clusterNamespace !== names.appClusterNamespace;

const tooLong = (
  clusterNamespace: string,
  namespace: string,
  value: string,
): string => {
  const wouldBe =
    `The service namespace for "${namespace}" would be "${value}", which has ${value.length} characters; ` +
    `Kubernetes allows ${maxNamespaceName}.`;
  const maxNameLength =
    maxNamespaceName - prefixed(clusterNamespace, '').length;
  return maxNameLength > 0
    ? `${wouldBe} Use a namespace with a name of at most ${maxNameLength} characters.`
    : `${wouldBe} The name of the cluster namespace alone leaves no room; bind with one of at most ${maxNamespaceName - 2} characters.`;
};

/**
 * Service namespace of an app cluster's namespace. For a cluster namespace with one dash, as they are generated, it is
 * the wire's `<cluster namespace>-<namespace>`; for any other, and for `klutch-bind`, it is `klutch--<both, cut>-<hash>`,
 * because `a` with `b-c` and `a-b` with `c` would meet. No two different pairs have the same service namespace, and none
 * is a cluster namespace that `appClusterNamespaceName` makes.
 * @returns an error in words when one of the two is no namespace name, and when the plain form would be longer than
 * Kubernetes allows.
 */
export const serviceNamespaceName = (
  clusterNamespace: string,
  namespace: string,
): Result<string> => {
  const problem = namespaceProblem(clusterNamespace, namespace);
  if (problem) return { ok: false, error: problem };
  if (!isSelfDelimiting(clusterNamespace)) {
    return {
      ok: true,
      value: hashedName('klutch--', clusterNamespace, namespace),
    };
  }
  const value = prefixed(clusterNamespace, namespace);
  return value.length <= maxNamespaceName
    ? { ok: true, value }
    : { ok: false, error: tooLong(clusterNamespace, namespace, value) };
};

/** Value of the annotation on a service namespace: `<cluster namespace>/<APIServiceNamespace>`. */
export const serviceNamespaceAnnotation = (
  clusterNamespace: string,
  namespace: string,
): string => `${clusterNamespace}/${namespace}`;

/** Reads what {@link serviceNamespaceAnnotation} wrote; undefined when it is not of that form. */
export const parseServiceNamespaceAnnotation = (
  value: string,
): { clusterNamespace: string; namespace: string } | undefined => {
  const [clusterNamespace, namespace, ...rest] = value.split('/');
  return clusterNamespace && namespace && rest.length === 0
    ? { clusterNamespace, namespace }
    : undefined;
};
