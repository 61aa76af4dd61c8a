/** Interface of the binding backend. */
import type { ApiResource } from '@klutch/bind-api';
import type { HealthCheck } from '@klutch/kube';
import type { BindOptions, BindResult } from '../bind/bind';
import type { BindingRequest, PreparedBindings } from '../bind/prepareBindings';
import type { TenantIdentity } from '../identity/tenantIdentity';
import type { OfferSource } from '../offers/offers';
import type { Principal } from '../policy/mayBind';
import type { Provisioned } from '../provision/provision';
import type { UsedJoinToken } from '../provision/usedJoinToken';

/** The control plane cluster's side of the binding. */
export interface BindingBackend extends OfferSource {
  /**
   * Starts the watches, and the controllers once this replica is the leader, until the signal aborts. May be called
   * once only.
   */
  start(signal: AbortSignal): void;
  /** Readiness checks: whether every watch has finished its initial list. */
  readonly checks: readonly HealthCheck[];
  /** Resolves once every watch has finished its initial list. */
  ready(): Promise<void>;
  /** Resolves when the controllers have stopped after the signal; rejects when the controllers fail. */
  stopped(): Promise<void>;
  /**
   * Ensures the cluster namespace, rights and kubeconfig of an app cluster; idempotent.
   * @param granted - APIs with a restricted audience that the caller may bind: the app cluster may request their export
   * for one day. The caller must check the policy before.
   * @throws BindingError when the user or an operator has to act
   */
  provision(
    identity: TenantIdentity,
    granted?: readonly ApiResource[],
  ): Promise<Provisioned>;
  /**
   * As `provision`, for an app cluster that already has its cluster namespace.
   * @throws BindingError when the user or an operator has to act; `NotBound` without a cluster namespace
   */
  renew(identity: TenantIdentity): Promise<Provisioned>;
  /**
   * A kubeconfig for a provisioned tenant whose token expires within the hour; for channels that others may read.
   * @param namespace - cluster namespace of the tenant
   */
  shortLivedKubeconfig(
    identity: TenantIdentity,
    namespace: string,
  ): Promise<string>;
  /**
   * Checks whether `shortLivedKubeconfig` would succeed once the tenant is provisioned; changes nothing.
   * @throws BindingError `NotYet` for some minutes after a revocation
   */
  requireShortLivedKubeconfig(identity: TenantIdentity): Promise<void>;
  /**
   * Binds one API to one app cluster, up to the APIServiceBinding there; the konnector does the rest. The controllers
   * of some replica must be running.
   * @throws BindingError when the user or an operator has to act; ApiError when a cluster refuses a call
   */
  bind(options: BindOptions): Promise<BindResult>;
  /**
   * Prepares the binding of several APIs on the control plane cluster: cluster namespace, kubeconfig and exports. The
   * controllers of some replica must be running.
   * @param joinTokenId - id of the join token that is redeemed with this call; recorded, see `lastUsedJoinToken`
   * @throws BindingError when the user or an operator has to act
   */
  prepare(
    request: BindingRequest,
    joinTokenId?: string,
  ): Promise<PreparedBindings>;
  /**
   * The join token that was used last for a cluster namespace, whether or not the app cluster received the manifest.
   */
  lastUsedJoinToken(namespace: string): Promise<UsedJoinToken | undefined>;
  /**
   * Time after which everything that the app cluster of a cluster namespace writes there is written with tokens issued
   * after the last revocation; earlier reports may come from the holder of a leaked token. Undefined without a
   * revocation.
   */
  tokensTrustedSince(namespace: string): Promise<Date | undefined>;
  /** Time of the last revocation of an app cluster's tokens; undefined when they were never revoked. */
  lastRevocation(identity: TenantIdentity): Promise<Date | undefined>;
  /** Name of the cluster namespace that an app cluster has, or will get. */
  clusterNamespaceOf(identity: TenantIdentity): Promise<string>;
  /**
   * Revokes all tokens of an app cluster within seconds; does nothing for an app cluster that is not provisioned. A new
   * token is issued only by the next bind or renew.
   */
  revoke(identity: TenantIdentity, by: Principal): Promise<void>;
}
