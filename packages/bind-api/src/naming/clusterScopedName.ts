/** Names of cluster-scoped objects of app clusters on the control plane cluster. See docs/adr/0021-name-mapping.md. */
import type { Result } from '../result';
import {
  maxObjectName,
  namespaceProblem,
  objectNameProblem,
  prefixed,
} from './kubeName';

/**
 * Control plane name of an app cluster's cluster-scoped object: always `<cluster namespace>-<name>` as in upstream
 * Klutch, because both sides compute the name. Names are unique as long as `findPrefixCollisions` is checked before a
 * cluster namespace is created.
 * @returns an error message for an invalid name, or a result that is longer than Kubernetes allows.
 */
export const clusterScopedControlPlaneName = (
  clusterNamespace: string,
  name: string,
): Result<string> => {
  const problem =
    namespaceProblem(clusterNamespace) ??
    objectNameProblem('a custom object', name);
  if (problem) return { ok: false, error: problem };
  const value = prefixed(clusterNamespace, name);
  return value.length <= maxObjectName
    ? { ok: true, value }
    : {
        ok: false,
        error:
          `The control plane's copy of "${name}" would have a name of ${value.length} characters; ` +
          `Kubernetes allows ${maxObjectName}. Use a name of at most ${maxObjectName - clusterNamespace.length - 1} characters.`,
      };
};

/** App cluster name of a cluster-scoped control plane object; undefined when it belongs to another app cluster. */
export const clusterScopedAppClusterName = (
  clusterNamespace: string,
  controlPlaneName: string,
): string | undefined => {
  const prefix = prefixed(clusterNamespace, '');
  return controlPlaneName.startsWith(prefix) &&
    controlPlaneName.length > prefix.length
    ? controlPlaneName.slice(prefix.length)
    : undefined;
};
