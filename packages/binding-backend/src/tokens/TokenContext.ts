/** What tokens are made with, and for whom. */
import type { KubeClient } from '@klutch/kube';
import type { Audit } from '../audit/Audit';
import type { ExternalEndpoint } from './kubeconfig';

/** What is needed to make tokens. */
export interface TokenContext {
  client: KubeClient;
  external: ExternalEndpoint;
  /** Wanted life of a token; the API server may shorten it. */
  lifetimeSeconds: number;
  now: () => Date;
  /** Hears of each token that is made, that the API server refuses to make, or whose end is noticed. */
  audit: Audit;
}

/** Whose token it is. */
export interface Tenant {
  /** Its cluster namespace. */
  namespace: string;
  /** What that namespace carries. */
  identity: string;
}
