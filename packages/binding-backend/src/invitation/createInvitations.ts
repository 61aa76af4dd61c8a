/**
 * Binds an app cluster whose kubeconfig nobody has here: somebody who is signed in gets a one-time code, and whoever has
 * an administrator's kubectl there exchanges it for a manifest.
 */
import { apiName } from '@klutch/bind-api';
import { personId, type Audit, type AuditEvent } from '../audit/Audit';
import { audited } from '../audit/audited';
import type { BindingBackend } from '../backend';
import type { BindingWish, WantedApi } from '../bind/prepareBindings';
import { externalUrlOf } from '../handshake/externalUrl';
import { lifetimes } from '../handshake/HandshakeContext';
import { newSecret } from '../handshake/secrets';
import { requireAllowed } from '../offers/allowedOffers';
import type { Offer } from '../offers/offers';
import type { Binder } from '../policy/mayBind';
import type { ExpiringStore, ExpiringStores } from '../sessions/ExpiringStore';
import { accept } from './accept';
import { invitationCommand } from './command';

/** Configuration of {@link createInvitations}. */
export interface InvitationsOptions {
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
export interface InvitationWish extends BindingWish {
  /** Its konnector reports already: it gets these bindings, and nothing else there is touched. */
  isConnected?: boolean;
}

/** An open invitation. */
export interface Invitation {
  /** What it is known by; no secret. */
  id: string;
  /** One line for a shell, with the one-time code in it: a secret until it is used or has ended. */
  command: string;
  /** When the code ends. */
  expiresAt: Date;
}

/** What is kept under a code; there is no token in it, and none is made before somebody brings the code. */
export interface KeptInvitation extends InvitationWish {
  id: string;
  /** Milliseconds since 1970. */
  invitedAt: number;
}

/** What is kept of an invitation while its code may be used, for whoever cancels it. */
export type OpenInvitation = Pick<AuditEvent, 'apis' | 'cluster'>;

/** What the steps work with. */
export interface InvitationContext {
  backend: InvitationsOptions['backend'];
  audit: Audit;
  konnectorImage?: string;
  /** By code. */
  kept: ExpiringStore<KeptInvitation>;
  /** By id, while the code may be used. */
  open: ExpiringStore<OpenInvitation>;
}

/** Invitations, each good once. */
export interface Invitations {
  /**
   * Asks the policy, keeps the wish for a quarter of an hour, with the claims that are accepted now; provisions nothing.
   * @throws BindingError `NotOffered`; `Misconfigured` when app clusters could not fetch anything safely
   */
  invite(wish: InvitationWish): Promise<Invitation>;
  /** Whether the code of an invitation may still be used. */
  isOpen(id: string): Promise<boolean>;
  /** From now on its code is refused. Returns whether it was open. */
  cancel(id: string, by: Binder): Promise<boolean>;
  /**
   * The manifest for a one-time code, YAML; holds a token, but where the konnector has one. The policy is asked again,
   * and only now anything is provisioned. However it ends, the code is spent; it is refused, too, when the tokens of the
   * app cluster were ended after it was made.
   * @throws HandshakeError `CodeRefused`; BindingError
   */
  accept(code: string): Promise<string>;
}

/** A claim that is added before the code is brought was seen by nobody. */
const asOffered = (
  apis: readonly WantedApi[],
  offers: readonly Offer[],
): WantedApi[] => {
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
export const createInvitations = (options: InvitationsOptions): Invitations => {
  const { audit, backend, externalUrl, stores } = options;
  const now = options.now ?? (() => new Date());
  const context: InvitationContext = {
    ...options,
    kept: stores.of<KeptInvitation>('invitation'),
    open: stores.of<OpenInvitation>('open-invitation'),
  };
  const { kept, open } = context;
  return {
    async invite(wish) {
      const apis = wish.apis.map(({ resource }) => resource);
      const about = {
        cluster: wish.identity.clusterId,
        apis: apis.map(apiName),
      };
      const actor = personId(wish.binder);
      return audited(audit, { action: 'invite', actor, ...about }, async () => {
        const url = externalUrlOf(externalUrl);
        const offers = await requireAllowed(backend, wish.binder, apis);
        const chosen = asOffered(wish.apis, offers);
        const id = newSecret();
        const code = newSecret();
        const invitedAt = now().getTime();
        const expiresAt = new Date(invitedAt + lifetimes.invitation);
        await open.put(id, about, lifetimes.invitation);
        const invitation = { ...wish, apis: chosen, id, invitedAt };
        await kept.put(code, invitation, lifetimes.invitation);
        const command = invitationCommand(url, code, wish.isConnected ?? false);
        return { id, command, expiresAt };
      });
    },
    isOpen: async id => (await open.get(id)) !== undefined,
    async cancel(id, by) {
      const cancelled = await open.take(id);
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
    accept: code => accept(context, code),
  };
};
