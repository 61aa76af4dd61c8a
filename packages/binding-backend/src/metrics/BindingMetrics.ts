/** What the binding backend measures of its own work. Labels are few: providers, routes, outcomes; never tenants. */
import type { KubeMetrics } from '@klutch/kube';
import type { AuditEvent } from '../audit/Audit';

/** How something ended. */
export type Outcome = AuditEvent['outcome'];

/** What became of a token that was due. */
export type TokenResult = 'issued' | 'renewed' | 'refused';

/** `consent`: what somebody asked for, in the handshake or the portal; `export`: what the control plane made of a request. */
export type BindStage = 'consent' | 'export';

/** How an app cluster stands: `heartbeat_lost` is the one whose konnector reported once and does not any more. */
export type TenantState = 'ready' | 'not_ready' | 'heartbeat_lost';

/** Figures at the moment they are asked for. */
export interface BindingCounts {
  /** App clusters. */
  tenants: Record<TenantState, number>;
  /** Exports, by the status of their condition `Ready`. */
  exports: Record<'True' | 'False' | 'Unknown', number>;
}

/** What a binding backend reports of itself and of `@klutch/kube` in it. */
export interface BindingMetrics extends KubeMetrics {
  /** `klutch_binding_tokens_total`: a konnector's token was made, or the API server refused to make it. */
  token(result: TokenResult): void;
  /** `klutch_binding_sign_ins_total`; `provider` is an id of the configuration, or `unknown`. */
  signedIn(provider: string, outcome: Outcome): void;
  /** `klutch_binding_binds_total`. */
  bound(stage: BindStage, outcome: Outcome): void;
  /** `klutch_binding_http_answers_total`; `route` is one of the router's own, or `other`. */
  httpResponse(route: string, status: number): void;
  /** `klutch_binding_tenants`, `klutch_binding_exports`: asked for at each scrape. Returns how to end that. */
  onCollect(collect: () => BindingCounts): () => void;
}
