/** State that the steps of the handshake share: clients, pending sign-ins, sessions and pickups. */
import type { ApiResource } from '@klutch/bind-api';
import type { Audit } from '../audit/Audit';
import type { BindingBackend } from '../backend/BindingBackend';
import type {
  IdentityProvider,
  AuthenticatedUser,
} from '../oidc/IdentityProvider';
import type { TenantIdentity } from '../identity/tenantIdentity';
import type { ExpiringStore } from '../sessions/ExpiringStore';

/** The client on the user's machine, which opened the browser and waits for the binding response. */
export interface WaitingClient {
  /** URL that the response is sent to; built by `clientRedirect`. */
  redirect: string;
  /** Id of this login, chosen by the client and returned in the response. Not a secret. */
  sessionId: string;
  /** Id of the app cluster, chosen by the client. */
  clusterId: string;
  /** S256 challenge of a verifier that only the client knows. Without a challenge the response is part of the redirect. */
  pickup?: string;
  /** The client requests only a renewal of its credentials, and no API. */
  refresh?: boolean;
}

/** A browser that was sent to its identity provider; stored by its `state`. */
export interface PendingSignIn {
  provider: string;
  /** The only URL that the browser may return to. */
  redirectUri: string;
  client: WaitingClient;
  nonce: string;
  codeVerifier: string;
}

/** A user who signed in for one client; stored by the secret that only this browser's cookie holds. */
export interface Session {
  /** The user who signed in. */
  person: AuthenticatedUser;
  /** The client that the user signed in for. */
  client: WaitingClient;
  /** Token in each form of this session. */
  csrf: string;
}

/** A session and the secret that it is stored by. */
export interface OpenedSession {
  /** Only for a cookie of this browser. */
  secret: string;
  /** The user and the client. */
  session: Session;
}

/**
 * A binding response that a client may fetch; stored by its one-time code. The kubeconfig is not stored, but created
 * when the client fetches the response.
 */
export interface PendingPickup {
  person: AuthenticatedUser;
  sessionId: string;
  clusterId: string;
  apis: ApiResource[];
  /** `digestOf` the offers that the user accepted. */
  shown: string;
  challenge: string;
}

/** The part of the binding backend that the steps call. */
export type HandshakeBackend = Pick<
  BindingBackend,
  | 'offers'
  | 'provision'
  | 'renew'
  | 'requireShortLivedKubeconfig'
  | 'shortLivedKubeconfig'
>;

/** Dependencies of every step. */
export interface HandshakeContext {
  backend: HandshakeBackend;
  providers: readonly IdentityProvider[];
  signIns: ExpiringStore<PendingSignIn>;
  sessions: ExpiringStore<Session>;
  pendingPickups: ExpiringStore<PendingPickup>;
  audit: Audit;
  /** Redirect URIs by id of the identity provider. */
  callbackUrls: ReadonlyMap<string, string>;
}

const minute = 60_000;

/** Lifetimes of stored values, in milliseconds. */
export const lifetimes = {
  signIn: 10 * minute,
  session: 60 * minute,
  pickup: 5 * minute,
  joinToken: 15 * minute,
} as const;

/** Tenant identity of an app cluster of this user (docs/adr/0027). */
export const tenantOf = (
  { issuer, legacyIdentity, subject }: AuthenticatedUser,
  clusterId: string,
): TenantIdentity => ({
  subject,
  clusterId,
  ...(!legacyIdentity && { issuer }),
});
