/**
 * Binds an app cluster without a kubeconfig: a signed-in user gets a join command with a one-time join token, and a
 * user with administrator's kubectl on the app cluster exchanges the join token for a manifest.
 */
import { apiName } from '@klutch/bind-api';
import { personId, type Audit, type AuditEvent } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import type { BindingBackend } from '../backend/BindingBackend';
import type { BindingRequest, RequestedApi } from '../bind/prepareBindings';
import { externalUrlOf } from '../handshake/externalUrl';
import { lifetimes } from '../handshake/HandshakeContext';
import { newSecret } from '../handshake/secrets';
import { requireAllowed } from '../offers/allowedOffers';
import type { Offer } from '../offers/offers';
import type { Binder } from '../policy/mayBind';
import type { ExpiringStore, ExpiringStores } from '../sessions/ExpiringStore';
import { redeem } from './redeem';
import { renderJoinCommand } from './renderJoinCommand';

/** Configuration of {@link createJoinTokens}. */
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
  /** One shell line that contains the join token: a secret until the join token is used or has expired. */
  joinCommand: string;
  /** When the join token expires. */
  expiresAt: Date;
}

/**
 * What is stored under a join token. The record contains no token of the app cluster, because none is issued before the
 * join token is redeemed. Other replicas read the record.
 */
export interface StoredJoinToken extends JoinTokenRequest {
  id: string;
  /** Milliseconds since 1970. */
  invitedAt: number;
}

/** What is stored while a join token is active, for its cancellation. */
export type ActiveJoinToken = Pick<AuditEvent, 'apis' | 'cluster'>;

/** Context of the steps. */
export interface JoinTokenContext {
  backend: JoinTokensOptions['backend'];
  audit: Audit;
  konnectorImage?: string;
  /** By join token. */
  stored: ExpiringStore<StoredJoinToken>;
  /** By id, while the join token is active. */
  active: ExpiringStore<ActiveJoinToken>;
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
  cancel(id: string, by: Binder): Promise<boolean>;
  /**
   * The manifest for a join token, YAML; contains a token of the app cluster unless the konnector already has one. The
   * policy is checked again, and everything is provisioned only now. The join token is used up in any case; it is also
   * refused when the tokens of the app cluster were revoked after the join token was created.
   * @throws HandshakeError `CodeRefused`; BindingError
   */
  redeem(token: string): Promise<string>;
}

/**
 * Fixes the accepted claims: a claim that is added to the offer before the join token is used has not been reviewed.
 */
const withOfferedClaims = (
  apis: readonly RequestedApi[],
  offers: readonly Offer[],
): RequestedApi[] => {
  const claims = new Map(
    offers.map(offer => [apiName(offer.api), offer.claims]),
  );
  return apis.map(({ acceptedClaims, resource }) => ({
    resource,
    acceptedClaims:
      acceptedClaims === 'all'
        ? (claims.get(apiName(resource)) ?? [])
        : acceptedClaims,
  }));
};

/** Creates the join tokens' service. Several replicas may run at once, over the same stores. */
export const createJoinTokens = (options: JoinTokensOptions): JoinTokens => {
  const { audit, backend, externalUrl, stores } = options;
  const now = options.now ?? (() => new Date());
  const context: JoinTokenContext = {
    ...options,
    stored: stores.of<StoredJoinToken>('invitation'),
    active: stores.of<ActiveJoinToken>('open-invitation'),
  };
  const { stored, active } = context;
  return {
    async create(request) {
      const apis = request.apis.map(({ resource }) => resource);
      const about = {
        cluster: request.identity.clusterId,
        apis: apis.map(apiName),
      };
      const actor = personId(request.binder);
      return withAuditEvent(
        audit,
        { action: 'create-join-token', actor, ...about },
        async () => {
          const url = externalUrlOf(externalUrl);
          const offers = await requireAllowed(backend, request.binder, apis);
          const chosen = withOfferedClaims(request.apis, offers);
          const id = newSecret();
          const token = newSecret();
          const invitedAt = now().getTime();
          const expiresAt = new Date(invitedAt + lifetimes.joinToken);
          await active.put(id, about, lifetimes.joinToken);
          const joinToken = { ...request, apis: chosen, id, invitedAt };
          await stored.put(token, joinToken, lifetimes.joinToken);
          const joinCommand = renderJoinCommand(
            url,
            token,
            request.isConnected ?? false,
          );
          return { id, joinCommand, expiresAt };
        },
      );
    },
    isActive: async id => (await active.get(id)) !== undefined,
    async cancel(id, by) {
      const cancelled = await active.take(id);
      if (!cancelled) return false;
      audit({
        action: 'revoke-join-token',
        outcome: 'succeeded',
        actor: personId(by),
        cluster: cancelled.cluster,
        apis: cancelled.apis,
      });
      return true;
    },
    redeem: token => redeem(context, token),
  };
};
