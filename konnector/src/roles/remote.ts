/** The konnector's rights in control-plane mode: on the app cluster nothing about bindings, secrets or a Lease. */
import { names } from '@klutch/bind-api';
import type { Role, RoleBinding } from '@klutch/kube';
import {
  appClusterRules,
  bindingRules,
  clusterWideRoles,
  leaseRule,
  rbacGroup,
  type KonnectorObject,
} from './base';

/**
 * What control-plane mode needs on the app cluster before anything is bound: a service account for the kubeconfig that
 * the AppClusterBinding names, the aggregated ClusterRole `klutch-konnector`, and in `klutch-konnector-base` namespaces,
 * Events and CRDs. Apply them in this order. Rights on a bound API and on claimed types come as everywhere, see
 * `konnectorRoles`.
 */
export const remoteKonnectorRoles = (): KonnectorObject[] =>
  clusterWideRoles(appClusterRules);

/**
 * What control-plane mode needs in a cluster namespace of the control plane, on top of `klutch-binder`: bindings and the
 * Lease. Named as the reference names them, for its service account `klutch-binder` there.
 */
export function remoteBindingRoles(namespace: string): [Role, RoleBinding] {
  const name = 'control-plane-connector';
  const apiVersion = `${rbacGroup}/v1`;
  return [
    {
      apiVersion,
      kind: 'Role',
      metadata: { name, namespace },
      rules: [...bindingRules, leaseRule],
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name, namespace },
      roleRef: { apiGroup: rbacGroup, kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name: names.binder, namespace }],
    },
  ];
}
