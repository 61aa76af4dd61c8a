/** What the steps of the handshake share: who is on the way, with which client, and what is kept meanwhile. */
import type { ApiResource } from '@klutch/bind-api';
import type { Audit } from '../audit/Audit';
import type { BindingBackend } from '../backend';
import type {
  IdentityProvider,
  AuthenticatedUser,
} from '../oidc/IdentityProvider';
import type { TenantIdentity } from '../identity/tenantIdentity';
import type { ExpiringStore } from '../sessions/ExpiringStore';

/** The client on the person's machine, which sent the browser here and waits for an answer. */
export interface WaitingClient {
  /** Where the answer goes; made by `clientRedirect`. */
  redirect: string;
  /** Id of this login, chosen by the client; it gets it back. Not a secret. */
  sessionId: string;
  /** Id of the app cluster, chosen by the client. */
  clusterId: string;
  /** S256 challenge of a verifier that only the client knows. Without one it gets its answer in the redirect. */
  pickup?: string;
  /** The client wants its connection renewed and no API. */
  refresh?: boolean;
}

/** A browser that is away at its identity provider; kept under its `state`. */
export interface PendingSignIn {
  provider: string;
  /** Where it comes back to, and nowhere else. */
  redirectUri: string;
  client: WaitingClient;
  nonce: string;
  codeVerifier: string;
}

/** Somebody who signed in for one client; kept under the secret that only this browser's cookie has. */
export interface Session {
  /** Who signed in. */
  person: AuthenticatedUser;
  /** For whom. */
  client: WaitingClient;
  /** In each form of this session. */
  csrf: string;
}

/** A session, and the secret it is kept under. */
export interface OpenedSession {
  /** For a cookie of this browser, and nothing else. */
  secret: string;
  /** Who signed in, for which client. */
  session: Session;
}

/** What a client may fetch; its connection is not kept with it, but put together anew when it comes. Kept under its code. */
export interface PendingPickup {
  person: AuthenticatedUser;
  sessionId: string;
  clusterId: string;
  apis: ApiResource[];
  /** `digestOf` the offers that were agreed to. */
  shown: string;
  challenge: string;
}

/** What the steps need of the binding backend. */
export type HandshakeBackend = Pick<
  BindingBackend,
  | 'offers'
  | 'provision'
  | 'renew'
  | 'requireShortLivedKubeconfig'
  | 'shortLivedKubeconfig'
>;

/** What every step works with. */
export interface HandshakeContext {
  backend: HandshakeBackend;
  providers: readonly IdentityProvider[];
  signIns: ExpiringStore<PendingSignIn>;
  sessions: ExpiringStore<Session>;
  pendingPickups: ExpiringStore<PendingPickup>;
  audit: Audit;
  /** Where identity providers send the browser back to, by id. */
  callbackUrls: ReadonlyMap<string, string>;
}

const minute = 60_000;

/** How long things are kept, in milliseconds. */
export const lifetimes = {
  signIn: 10 * minute,
  session: 60 * minute,
  pickup: 5 * minute,
  joinToken: 15 * minute,
} as const;

/** The tenant that an app cluster of this person is (ruling 3). */
export const tenantOf = (
  { issuer, legacyIdentity, subject }: AuthenticatedUser,
  clusterId: string,
): TenantIdentity => ({
  subject,
  clusterId,
  ...(!legacyIdentity && { issuer }),
});
