/** The konnector's rights in control-plane mode: on the app cluster nothing about bindings, secrets or a Lease. */
import {
  appClusterRules,
  clusterWideRoles,
  type KonnectorObject,
} from '@klutch/bind-api';

/**
 * What control-plane mode needs on the app cluster before anything is bound: a service account for the kubeconfig that
 * the AppClusterBinding names, the aggregated ClusterRole `klutch-konnector`, and in `klutch-konnector-base` namespaces,
 * Events and CRDs. Apply them in this order. Rights on a bound API and on claimed types come as everywhere, see
 * `konnectorRoles`. Those in the cluster namespace of the control plane are `remoteBindingRoles`.
 */
export const remoteKonnectorRoles = (): KonnectorObject[] =>
  clusterWideRoles(appClusterRules);
