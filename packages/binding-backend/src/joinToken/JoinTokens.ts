/** Interface of the join tokens. */
import type { Audit } from '../audit/Audit';
import type { BindingBackend } from '../backend/BindingBackend';
import type { BindingRequest } from '../bind/prepareBindings';
import type { Principal } from '../policy/mayBind';
import type { ExpiringStores } from '../sessions/ExpiringStore';

/** Configuration of `createJoinTokens`. */
export interface JoinTokensOptions {
  /** The control plane cluster's side of the binding. */
  backend: Pick<BindingBackend, 'lastRevocation' | 'offers' | 'prepare'>;
  /** Shared by all replicas. */
  stores: ExpiringStores;
  /** Receives one event for each join token that is created, cancelled, redeemed or refused. */
  audit: Audit;
  /** URL under which app clusters reach the router, including its mount path: https, or http on loopback. */
  externalUrl: string;
  /** Konnector image for app clusters. Default: the manifest contains no konnector. */
  konnectorImage?: string;
  /** Clock, for tests. */
  now?: () => Date;
}

/** What a join token is for, and the user who requests it. */
export interface JoinTokenRequest extends BindingRequest {
  /** Whether the app cluster's konnector reports already: the manifest then contains the bindings and nothing else. */
  isConnected?: boolean;
}

/** An active join token. */
export interface JoinToken {
  /** Id of the join token; not a secret. */
  id: string;
  /** Join command for a shell; contains the join token, a secret until the join token is used or has expired. */
  joinCommand: string;
  /** When the join token expires. */
  expiresAt: Date;
}

/** One-time join tokens. */
export interface JoinTokens {
  /**
   * Checks the policy and stores the request, with the claims accepted now, for fifteen minutes; provisions nothing.
   * @throws BindingError `NotOffered`; `Misconfigured` when app clusters have no secure URL to fetch from
   */
  create(request: JoinTokenRequest): Promise<JoinToken>;
  /** Whether a join token is still active. */
  isActive(id: string): Promise<boolean>;
  /** Cancels a join token, which is refused from now on. Returns whether the join token was active. */
  cancel(id: string, by: Principal): Promise<boolean>;
  /**
   * The manifest for a join token, YAML; contains a token of the app cluster unless the konnector already has one. The
   * policy is checked again, and everything is provisioned only now. The join token is used up in any case; it is also
   * refused when the tokens of the app cluster were revoked after the join token was created.
   * @throws HandshakeError `CodeRefused`; BindingError
   */
  redeem(token: string): Promise<string>;
}
