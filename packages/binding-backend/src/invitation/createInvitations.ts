/**
 * Binds an app cluster whose kubeconfig nobody has here: somebody who is signed in gets a one-time code, and whoever has
 * an administrator's kubectl there exchanges it for a manifest.
 */
import type { Audit } from '../audit/Audit';
import type { BindingBackend } from '../backend';
import type { BindingWish } from '../bind/prepareBindings';
import { requireAllowed } from '../handshake/allowedOffers';
import { externalUrlOf } from '../handshake/externalUrl';
import { lifetimes } from '../handshake/Handshake';
import { newSecret } from '../handshake/secrets';
import type { ExpiringStore, ExpiringStores } from '../sessions/ExpiringStore';
import { accept } from './accept';
import { invitationCommand } from './command';

/** Configuration of {@link createInvitations}. */
export interface InvitationsOptions {
  backend: Pick<BindingBackend, 'offers' | 'prepare'>;
  /** The same for all replicas. */
  stores: ExpiringStores;
  audit: Audit;
  /** Where app clusters reach the router, with the path it is mounted at: https, or http on loopback. */
  externalUrl: string;
  /** Image of the konnector that app clusters are given; left out: somebody else runs it there. */
  konnectorImage?: string;
  /** Clock, for tests. */
  now?: () => Date;
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
export interface KeptInvitation extends BindingWish {
  id: string;
}

/** What the steps work with. */
export interface InvitationContext {
  backend: InvitationsOptions['backend'];
  audit: Audit;
  konnectorImage?: string;
  /** By code. */
  kept: ExpiringStore<KeptInvitation>;
  /** By id, while the code may be used. */
  open: ExpiringStore<true>;
}

/** Invitations, each good once. */
export interface Invitations {
  /**
   * Asks the policy, keeps the wish for a quarter of an hour; provisions nothing.
   * @throws BindingError `NotOffered`; `Misconfigured` when app clusters could not fetch anything safely
   */
  invite(wish: BindingWish): Promise<Invitation>;
  /** Whether the code of an invitation may still be used. */
  isOpen(id: string): Promise<boolean>;
  /** From now on its code is refused. Returns whether it was open. */
  cancel(id: string): Promise<boolean>;
  /**
   * The manifest for a one-time code, YAML; holds a token. The policy is asked again, and only now anything is
   * provisioned. However it ends, the code is spent.
   * @throws HandshakeError `CodeRefused`; BindingError
   */
  accept(code: string): Promise<string>;
}

/** Makes them. Several replicas may run at once, over the same stores. */
export const createInvitations = (options: InvitationsOptions): Invitations => {
  const { backend, externalUrl, stores, now = () => new Date() } = options;
  const context: InvitationContext = {
    ...options,
    kept: stores.of<KeptInvitation>('invitation'),
    open: stores.of<true>('open-invitation'),
  };
  const { kept, open } = context;
  return {
    async invite(wish) {
      const url = externalUrlOf(externalUrl);
      const apis = wish.apis.map(({ resource }) => resource);
      await requireAllowed(backend, wish.binder, apis);
      const id = newSecret();
      const code = newSecret();
      const expiresAt = new Date(now().getTime() + lifetimes.invitation);
      await open.put(id, true, lifetimes.invitation);
      await kept.put(code, { ...wish, id }, lifetimes.invitation);
      return { id, command: invitationCommand(url, code), expiresAt };
    },
    isOpen: async id => (await open.get(id)) !== undefined,
    cancel: async id => (await open.take(id)) !== undefined,
    accept: code => accept(context, code),
  };
};
