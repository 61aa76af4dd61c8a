/** The konnector's rights on the app cluster in control-plane mode, without rights on bindings, Secrets or Leases. */
import {
  appClusterRules,
  clusterWideRoles,
  type KonnectorObject,
} from '@klutch/bind-api';

/**
 * What control-plane mode needs on the app cluster before an API is bound: a service account for the kubeconfig that
 * the AppClusterBinding names, the aggregated ClusterRole `klutch-konnector`, and in `klutch-konnector-base` the
 * rights on namespaces, Events and CRDs. Apply the objects in this order. Rights on a bound API and on claimed types
 * are added as outside of control-plane mode, see `konnectorRoles`. The rights in the cluster namespace of the
 * control plane are `remoteBindingRoles`.
 */
export const remoteKonnectorRoles = (): KonnectorObject[] =>
  clusterWideRoles(appClusterRules);
