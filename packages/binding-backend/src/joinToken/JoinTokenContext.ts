/** What is stored for join tokens, and the context of the steps of their use. */
import type { Audit, AuditEvent } from '../audit/Audit';
import type { ExpiringStore } from '../sessions/ExpiringStore';
import type { JoinTokenRequest, JoinTokensOptions } from './JoinTokens';

/**
 * What is stored under a join token. The record contains no token of the app cluster, because none is issued before the
 * join token is redeemed. Other replicas read the record.
 */
export interface StoredJoinToken extends JoinTokenRequest {
  id: string;
  /** RFC 3339. */
  creationTimestamp: string;
}

/** What is stored while a join token is active, for its cancellation. */
export type ActiveJoinToken = Pick<AuditEvent, 'apis' | 'cluster'>;

/** Context of the steps. */
export interface JoinTokenContext {
  backend: JoinTokensOptions['backend'];
  audit: Audit;
  konnectorImage?: string;
  /** Keyed by the join token. */
  stored: ExpiringStore<StoredJoinToken>;
  /** Keyed by the id of the join token, while the join token is active. */
  active: ExpiringStore<ActiveJoinToken>;
}
