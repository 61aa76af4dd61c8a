/** Names of the service namespaces for namespaces of an app cluster. See docs/adr/0021-name-mapping.md. */
import { names } from '../names';
import type { Result } from '../result';
import {
  hashedName,
  maxNamespaceName,
  namespaceProblem,
  prefixed,
} from './kubeName';

/** Generated names have exactly one dash, so `<cluster namespace>-<namespace>` is unambiguous. */
const generatedNamePattern = /^[a-z0-9]+-[a-z0-9]+$/;

/** `klutch-bind` has one dash as well, but is the prefix of the cluster namespaces of AppClusterBindings. */
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
 * Service namespace of an app cluster's namespace. For a generated cluster namespace, which has one dash, the name is
 * `<cluster namespace>-<namespace>` as in upstream Klutch; for any other, and for `klutch-bind`, the name is
 * `klutch--<both, cut>-<hash>`, because `a` with `b-c` and `a-b` with `c` would collide. Different pairs never have the
 * same service namespace, and a service namespace never has the name of a result of `appClusterNamespaceName`.
 * @returns an error message for an invalid namespace name, and when the plain form would be longer than Kubernetes
 * allows.
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

/** Parses the result of {@link serviceNamespaceAnnotation}; undefined for any other text. */
export const parseServiceNamespaceAnnotation = (
  value: string,
): { clusterNamespace: string; namespace: string } | undefined => {
  const [clusterNamespace, namespace, ...rest] = value.split('/');
  return clusterNamespace && namespace && rest.length === 0
    ? { clusterNamespace, namespace }
    : undefined;
};
