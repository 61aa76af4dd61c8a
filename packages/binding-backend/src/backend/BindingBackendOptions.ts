/** Configuration of the binding backend. */
import type { KubeClient, Logger } from '@klutch/kube';
import type { AppClusterBindingOptions } from '../appClusterBinding/context';
import type { Audit } from '../audit/Audit';
import type { BackendLease } from '../leaderElection/runWithLeaderElection';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import type { DefaultAudience } from '../policy/audience';
import type { ExternalEndpoint } from '../tokens/kubeconfig';

/** Configuration of `createBindingBackend`. */
export interface BindingBackendOptions {
  /** Connection to the control plane cluster under the backend's own identity, which needs {@link backendRoles}. */
  client: KubeClient;
  /** Address under which app clusters reach the control plane cluster; written into their kubeconfigs. */
  external: ExternalEndpoint;
  /** Display name of this provider, shown on app clusters. */
  prettyName: string;
  /** Prefix of the names of new cluster namespaces. Default `cluster`. */
  namespacePrefix?: string;
  /**
   * Lifetime of the konnectors' tokens in seconds: 600 (ten minutes) to 604800 (a week). Default 86400. Tokens are
   * renewed after half of their lifetime.
   */
  tokenLifetimeSeconds?: number;
  /**
   * Number of service namespaces that one app cluster may request, enforced by a ResourceQuota in its cluster
   * namespace; 0: no limit. Default 500. An operator may set another limit in the ResourceQuota of an app cluster.
   */
  serviceNamespaceLimit?: number;
  /**
   * Reconciles AppClusterBindings, with konnectors on the control plane cluster. Needs {@link appClusterBindingRoles}
   * and `controlPlaneModeCrds` of `@klutch/bind-api`. Default: AppClusterBindings are ignored.
   */
  appClusterBindings?: AppClusterBindingOptions;
  /** How long a binding waits for the export, and then for the app cluster, in milliseconds. Default 90000. */
  bindDeadline?: number;
  /**
   * Issuers that users sign in with: those of identity providers, and {@link portalIssuer} where there is a portal.
   * With several issuers, names without an issuer match no user. Default: none.
   */
  issuers?: readonly string[];
  /** Who may bind an API whose template names no users, groups and issuers. Default `everyone` who can sign in. */
  defaultAudience?: DefaultAudience;
  /**
   * Lease for leader election: only the replica that holds the lease runs the controllers. Default: no leader election,
   * every replica runs them.
   */
  lease?: BackendLease;
  /** Logger for operators; never receives a credential. */
  logger: Logger;
  /**
   * Audit of what this replica does on its own behalf: issued tokens, and bindings that appear or disappear while this
   * replica runs the controllers. Default: no audit.
   */
  audit?: Audit;
  /** Metrics of this backend, see `createBindingMetrics`. Default: no metrics. */
  metrics?: BindingMetrics;
  /** Clock, for tests. */
  now?: () => Date;
}
