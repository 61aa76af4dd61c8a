/** Context for issuing tokens, and their owner. */
import type { KubeClient } from '@klutch/kube';
import type { Audit } from '../audit/Audit';
import type { ExternalEndpoint } from './kubeconfig';

/** What is needed to issue tokens. */
export interface TokenContext {
  client: KubeClient;
  external: ExternalEndpoint;
  /** Requested lifetime of a token; the API server may shorten it. */
  lifetimeSeconds: number;
  now: () => Date;
  /** Receives an event for each token that is issued or refused by the API server, and for each detected revocation. */
  audit: Audit;
}

/** The app cluster that a token belongs to. */
export interface Tenant {
  /** Name of its cluster namespace. */
  namespace: string;
  /** Identity annotation of the cluster namespace. */
  identity: string;
}
