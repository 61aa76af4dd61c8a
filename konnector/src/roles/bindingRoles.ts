/** The roles for the APIs to which an app cluster is bound. */
import {
  bindResources,
  konnectorApiRole,
  parseApiName,
  type APIServiceBinding,
  type PermissionClaim,
} from '@klutch/bind-api';
import { errorMessage, type ClusterRole } from '@klutch/kube';
import {
  acceptedClaims,
  acceptsAllClaims,
  planClaims,
} from '../claims/planClaims';
import type { BoundCluster } from '../bindings/readBindings';

export interface BindingRoles {
  /** One ClusterRole per API. */
  roles: ClusterRole[];
  /** Messages for the user about what could not be read. */
  problems: string[];
}

/** A binding that accepts all claims does not name them, so the export is read. */
async function claimsOf(
  cluster: BoundCluster,
  binding: APIServiceBinding,
): Promise<{ claims: PermissionClaim[]; problem?: string }> {
  const claims: PermissionClaim[] = acceptedClaims(binding);
  if (!acceptsAllClaims(binding)) return { claims };
  const name = binding.metadata.name ?? '';
  const withProblem = (why: string) => ({
    claims,
    problem: `Binding ${name} accepts all claims of its export, which cannot be read, so its role covers only the claims that the binding names: ${why}`,
  });
  const connection = await cluster.connectControlPlane(binding);
  if (!connection.ok) return withProblem(connection.problem);
  const { client: controlPlane, clusterNamespace: namespace } = connection;
  try {
    const key = { namespace, name };
    const found = await controlPlane.get(bindResources.exports, key);
    return found
      ? { claims: planClaims(binding, found).accepted }
      : withProblem('The export does not exist.');
  } catch (error) {
    return withProblem(errorMessage(error));
  } finally {
    await controlPlane.close();
  }
}

/** Connects to a control plane only for bindings that accept all claims. */
export async function bindingRoles(
  cluster: BoundCluster,
): Promise<BindingRoles> {
  const { bindings } = await cluster.readBindings();
  const claimsByApi = new Map<string, PermissionClaim[]>();
  const problems: string[] = [];
  for (const binding of bindings) {
    const name = binding.metadata.name ?? '';
    const { claims, problem } = await claimsOf(cluster, binding);
    claimsByApi.set(name, [...(claimsByApi.get(name) ?? []), ...claims]);
    if (problem) problems.push(problem);
  }
  const roles = [...claimsByApi]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, claims]) => konnectorApiRole(parseApiName(name), claims));
  return { roles, problems };
}
