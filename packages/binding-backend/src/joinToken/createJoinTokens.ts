/**
 * Binds an app cluster without a kubeconfig: a signed-in user gets a join command with a one-time join token, and a
 * user with administrator's kubectl on the app cluster exchanges the join token for a manifest.
 */
import { apiName } from '@klutch/bind-api';
import { personId } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import type { RequestedApi } from '../bind/prepareBindings';
import { externalUrlOf } from '../handshake/externalUrl';
import { lifetimes } from '../handshake/HandshakeContext';
import { newSecret } from '../handshake/secrets';
import { requireAllowed } from '../offers/allowedOffers';
import type { Offer } from '../offers/offers';
import type {
  ActiveJoinToken,
  JoinTokenContext,
  StoredJoinToken,
} from './JoinTokenContext';
import type { JoinTokens, JoinTokensOptions } from './JoinTokens';
import { redeem } from './redeem';
import { renderJoinCommand } from './renderJoinCommand';

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
    // Replicas of earlier versions share these stores, so the stores keep their names.
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
          const createdAt = now();
          const expiresAt = new Date(createdAt.getTime() + lifetimes.joinToken);
          await active.put(id, about, lifetimes.joinToken);
          const joinToken = {
            ...request,
            apis: chosen,
            id,
            creationTimestamp: createdAt.toISOString(),
          };
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
