/**
 * Binds an app cluster whose kubeconfig nobody has here: somebody who is signed in gets a one-time code, and whoever has
 * an administrator's kubectl there exchanges it for a manifest.
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
  /** Gets one event for each invitation that is made, cancelled, taken up or refused. */
  audit: Audit;
  /** Where app clusters reach the router, with the path it is mounted at: https, or http on loopback. */
  externalUrl: string;
  /** Image of the konnector that app clusters are given; left out: somebody else runs it there. */
  konnectorImage?: string;
  /** Clock, for tests. */
  now?: () => Date;
}

/** What an app cluster is invited to, and by whom. */
export interface JoinTokenRequest extends BindingRequest {
  /** Its konnector reports already: it gets these bindings, and nothing else there is touched. */
  isConnected?: boolean;
}

/** An open invitation. */
export interface JoinToken {
  /** What it is known by; no secret. */
  id: string;
  /** One line for a shell, with the one-time code in it: a secret until it is used or has ended. */
  joinCommand: string;
  /** When the code ends. */
  expiresAt: Date;
}

/** What is kept under a code; there is no token in it, and none is made before somebody brings the code. */
export interface StoredJoinToken extends JoinTokenRequest {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** What is kept of an invitation while its code may be used, for whoever cancels it. */
export type ActiveJoinToken = Pick<AuditEvent, 'apis' | 'cluster'>;

/** What the steps work with. */
export interface JoinTokenContext {
  backend: JoinTokensOptions['backend'];
  audit: Audit;
  konnectorImage?: string;
  /** By code. */
  stored: ExpiringStore<StoredJoinToken>;
  /** By id, while the code may be used. */
  active: ExpiringStore<ActiveJoinToken>;
}

/** Invitations, each good once. */
export interface JoinTokens {
  /**
   * Asks the policy, keeps the wish for a quarter of an hour, with the claims that are accepted now; provisions nothing.
   * @throws BindingError `NotOffered`; `Misconfigured` when app clusters could not fetch anything safely
   */
  create(request: JoinTokenRequest): Promise<JoinToken>;
  /** Whether the code of an invitation may still be used. */
  isActive(id: string): Promise<boolean>;
  /** From now on its code is refused. Returns whether it was open. */
  cancel(id: string, by: Binder): Promise<boolean>;
  /**
   * The manifest for a one-time code, YAML; holds a token, but where the konnector has one. The policy is asked again,
   * and only now anything is provisioned. However it ends, the code is spent; it is refused, too, when the tokens of the
   * app cluster were ended after it was made.
   * @throws HandshakeError `CodeRefused`; BindingError
   */
  redeem(code: string): Promise<string>;
}

/** A claim that is added before the code is brought was seen by nobody. */
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

/** Makes them. Several replicas may run at once, over the same stores. */
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
    async create(wish) {
      const apis = wish.apis.map(({ resource }) => resource);
      const about = {
        cluster: wish.identity.clusterId,
        apis: apis.map(apiName),
      };
      const actor = personId(wish.binder);
      return withAuditEvent(audit, { action: 'invite', actor, ...about }, async () => {
        const url = externalUrlOf(externalUrl);
        const offers = await requireAllowed(backend, wish.binder, apis);
        const chosen = withOfferedClaims(wish.apis, offers);
        const id = newSecret();
        const token = newSecret();
        const createdAt = now().getTime();
        const expiresAt = new Date(createdAt + lifetimes.joinToken);
        await active.put(id, about, lifetimes.joinToken);
        const invitation = { ...wish, apis: chosen, id, invitedAt: createdAt };
        await stored.put(token, invitation, lifetimes.joinToken);
        const command = renderJoinCommand(url, token, wish.isConnected ?? false);
        return { id, command, expiresAt };
      });
    },
    isActive: async id => (await active.get(id)) !== undefined,
    async cancel(id, by) {
      const cancelled = await active.take(id);
      if (!cancelled) return false;
      audit({
        action: 'cancel-invitation',
        outcome: 'succeeded',
        actor: personId(by),
        cluster: cancelled.cluster,
        apis: cancelled.apis,
      });
      return true;
    },
    redeem: code => redeem(context, code),
  };
};
