/**
 * Binds an app cluster whose kubeconfig nobody has here: somebody who is signed in gets a join command with a one-time
 * join token, and whoever has an administrator's kubectl there exchanges the join token for a manifest.
 */
import { apiName } from '@klutch/bind-api';
import { personId, type Audit, type AuditEvent } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import type { BindingBackend } from '../backend';
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
  /** The control plane. */
  backend: Pick<BindingBackend, 'lastRevocation' | 'offers' | 'prepare'>;
  /** The same for all replicas. */
  stores: ExpiringStores;
  /** Gets one event for each join token that is created, cancelled, redeemed or refused. */
  audit: Audit;
  /** Where app clusters reach the router, with the path it is mounted at: https, or http on loopback. */
  externalUrl: string;
  /** Image of the konnector that app clusters are given; left out: somebody else runs it there. */
  konnectorImage?: string;
  /** Clock, for tests. */
  now?: () => Date;
}

/** What a join token is for, and who asks for it. */
export interface JoinTokenRequest extends BindingRequest {
  /** Its konnector reports already: it gets these bindings, and nothing else there is touched. */
  isConnected?: boolean;
}

/** An active join token. */
export interface JoinToken {
  /** What the join token is known by; no secret. */
  id: string;
  /** One line for a shell, with the join token in it: a secret until it is used or has expired. */
  joinCommand: string;
  /** When the join token expires. */
  expiresAt: Date;
}

/** What is stored under a join token: no token of the app cluster, none of which is created before. Read by other replicas. */
export interface StoredJoinToken extends JoinTokenRequest {
  id: string;
  /** Milliseconds since 1970. */
  invitedAt: number;
}

/** What is stored while a join token may be used, for whoever cancels it. */
export type ActiveJoinToken = Pick<AuditEvent, 'apis' | 'cluster'>;

/** What the steps work with. */
export interface JoinTokenContext {
  backend: JoinTokensOptions['backend'];
  audit: Audit;
  konnectorImage?: string;
  /** By join token. */
  stored: ExpiringStore<StoredJoinToken>;
  /** By id, while the join token may be used. */
  active: ExpiringStore<ActiveJoinToken>;
}

/** Join tokens, each good once. */
export interface JoinTokens {
  /**
   * Asks the policy, stores the request for a quarter of an hour, with the claims that are accepted now; provisions nothing.
   * @throws BindingError `NotOffered`; `Misconfigured` when app clusters could not fetch anything safely
   */
  create(request: JoinTokenRequest): Promise<JoinToken>;
  /** Whether a join token may still be used. */
  isActive(id: string): Promise<boolean>;
  /** From now on the join token is refused. Returns whether it was active. */
  cancel(id: string, by: Binder): Promise<boolean>;
  /**
   * The manifest for a join token, YAML; holds a token of the app cluster, but where the konnector has one. The policy is
   * asked again, and only now anything is provisioned. However that ends, the join token is spent; it is refused, too,
   * when the tokens of the app cluster were ended after it was created.
   * @throws HandshakeError `CodeRefused`; BindingError
   */
  redeem(token: string): Promise<string>;
}

/** A claim that is added before the join token is used was seen by nobody. */
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

/** Several replicas may run at once, over the same stores. */
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
