/** Metrics of the binding backend. Label values are few (providers, routes, outcomes) and never contain tenants. */
import type { KubeMetrics } from '@klutch/kube';
import type { AuditEvent } from '../audit/Audit';

/** Outcome of an operation. */
export type Outcome = AuditEvent['outcome'];

/** Result of issuing or renewing a token. */
export type TokenResult = 'issued' | 'renewed' | 'refused';

/**
 * `consent`: a user's request, in the handshake or the portal; `export`: the control plane cluster's processing of an
 * export request.
 */
export type BindStage = 'consent' | 'export';

/** State of an app cluster: `heartbeat_lost` when the konnector has reported before but is overdue. */
export type TenantState = 'ready' | 'not_ready' | 'heartbeat_lost';

/** Counts at the time of collection. */
export interface BindingCounts {
  /** App clusters. */
  tenants: Record<TenantState, number>;
  /** Exports, by the status of their condition `Ready`. */
  exports: Record<'True' | 'False' | 'Unknown', number>;
}

/** Metrics of a binding backend, including those of `@klutch/kube`. */
export interface BindingMetrics extends KubeMetrics {
  /** `klutch_binding_tokens_total`: a konnector's token was issued, or refused by the API server. */
  token(result: TokenResult): void;
  /** `klutch_binding_sign_ins_total`; `provider` is an id of the configuration, or `unknown`. */
  signedIn(provider: string, outcome: Outcome): void;
  /** `klutch_binding_binds_total`. */
  bound(stage: BindStage, outcome: Outcome): void;
  /** `klutch_binding_http_answers_total`; `route` is one of the router's own, or `other`. */
  httpResponse(route: string, status: number): void;
  /**
   * `klutch_binding_tenants`, `klutch_binding_exports`: collected at each scrape. Returns a function that removes the
   * collector.
   */
  onCollect(collect: () => BindingCounts): () => void;
}
