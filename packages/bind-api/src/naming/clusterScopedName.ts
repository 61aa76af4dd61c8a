/** How cluster-scoped objects of app clusters are named on the control plane. Why: docs/adr/0021-name-mapping.md. */
import type { Result } from '../result';
import {
  maxObjectName,
  namespaceProblem,
  objectNameProblem,
  prefixed,
} from './kubeName';

/**
 * Control plane name of an app cluster's cluster-scoped object: always the wire's `<cluster namespace>-<name>`, because
 * both sides make it. No two meet as long as `findPrefixCollisions` is asked before a cluster namespace is made.
 * @returns an error in words when a name is none or would be longer than Kubernetes allows.
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
