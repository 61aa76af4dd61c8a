/** The handshake as one object, for the HTTP routers and the portal. */
import {
  apiName,
  type ApiResource,
  type BindingResponse,
} from '@klutch/bind-api';
import type { Audit } from '../audit/Audit';
import { withRefusalAudit } from '../audit/withAuditEvent';
import { allowedOffers, requireAllowed } from '../offers/allowedOffers';
import type { Offer } from '../offers/offers';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import { countedAudit } from '../metrics/countedAudit';
import type {
  IdentityProvider,
  AuthenticatedUser,
} from '../oidc/IdentityProvider';
import type { ExpiringStores } from '../sessions/ExpiringStore';
import {
  beginSignIn,
  waitingClient,
  type AuthorizationRequest,
} from './beginSignIn';
import { bindWithToken, type BindWithTokenParams } from './bindWithToken';
import { callbackUrls } from './callbackUrls';
import { externalUrlOf } from './externalUrl';
import { finishSignIn } from './finishSignIn';
import { submitConsent, type Consent } from './consent';
import type {
  HandshakeBackend,
  HandshakeContext,
  OpenedSession,
  PendingSignIn,
  PendingPickup,
  Session,
  WaitingClient,
} from './HandshakeContext';
import { pickUp } from './pickUp';
import {
  requireSession,
  requireFormSession,
  auditFieldsOf,
  type SubmittedForm,
} from './session';

/** Configuration of {@link createHandshake}. */
export interface HandshakeOptions {
  /** Provisions tenants on the control plane cluster. */
  backend: HandshakeBackend;
  /** Identity providers that users may sign in with. */
  providers: readonly IdentityProvider[];
  /** Receives one event for each step that was carried out or refused. */
  audit: Audit;
  /** URL at which browsers reach the router, including its mount path: https, or http on loopback. */
  externalUrl: string;
  /** Stores that all replicas share. */
  stores: ExpiringStores;
  /**
   * Whether a response may be part of the redirect, with a token that lives for an hour at most. The upstream CLI
   * supports no other way. Default true.
   */
  allowReferenceRedirect?: boolean;
  /** Counts sign-ins and binds. Default: no metrics. */
  metrics?: BindingMetrics;
}

/** An identity provider, as users choose it on the sign-in page and operators register this server with it. */
export interface SignInChoice {
  /** Key in the configuration. */
  id: string;
  /** Human-readable name. */
  title: string;
  /** Redirect URI: ends in `/callback`, or in `/callback/<id>` when several providers are configured. */
  callbackUrl: string;
}

/** The steps of the handshake. Each may throw HandshakeError, SignInError, BindingError, and ApiError of the cluster. */
export interface Handshake {
  /** URL at which browsers reach the router, without a trailing slash. */
  readonly externalUrl: string;
  /** Identity providers that users may sign in with. */
  readonly providers: readonly SignInChoice[];
  /** The client of a request; throws when its redirect target is not allowed. */
  client(request: AuthorizationRequest): Promise<WaitingClient>;
  /** The URL of the identity provider to redirect the browser to. */
  beginSignIn(
    client: WaitingClient,
    providerId: string,
    browserSecret: string,
  ): Promise<URL>;
  /** Opens a session for the browser that returned from the identity provider. */
  finishSignIn(
    callback: URL,
    browserSecret: string | undefined,
  ): Promise<OpenedSession>;
  /** The session of a browser. */
  session(secret: string | undefined, sessionId: string): Promise<Session>;
  /** The offers that a user may bind. */
  offers(person: AuthenticatedUser): Promise<Offer[]>;
  /** The offers of these APIs; throws when the user may not bind one of them. */
  requireOffers(
    session: Session,
    apis: readonly ApiResource[],
  ): Promise<Offer[]>;
  /** Carries out what the user consented to; returns the URL to redirect the browser to. */
  submitConsent(consent: Consent): Promise<string>;
  /** The binding response for a one-time code. */
  pickUp(code: string, verifier: string): Promise<BindingResponse>;
  /** The binding response for a machine client with an access token. */
  bindWithToken(binding: BindWithTokenParams): Promise<BindingResponse>;
  /** Ends the session of a form. */
  signOut(form: SubmittedForm): Promise<void>;
}

/**
 * Creates the handshake. Several replicas may share the same stores.
 * @throws BindingError `Misconfigured` for an external URL that cannot be used
 */
export const createHandshake = (options: HandshakeOptions): Handshake => {
  const { allowReferenceRedirect = true, stores } = options;
  const { backend, providers } = options;
  const externalUrl = externalUrlOf(options.externalUrl);
  const urls = callbackUrls(externalUrl, providers);
  const context: HandshakeContext = {
    audit: countedAudit(options.audit, options.metrics),
    backend,
    providers,
    callbackUrls: urls,
    signIns: stores.of<PendingSignIn>('handshake'),
    sessions: stores.of<Session>('session'),
    pendingPickups: stores.of<PendingPickup>('pickup'),
  };
  return {
    externalUrl,
    providers: providers.map(({ id, title }) => ({
      id,
      title,
      callbackUrl: urls.get(id) ?? '',
    })),
    client: request => {
      const { clusterId: cluster } = request;
      const auditEvent = {
        action: 'sign-in',
        actor: 'anonymous',
        cluster,
      } as const;
      const check = () => waitingClient(request, allowReferenceRedirect);
      return withRefusalAudit(context.audit, auditEvent, check);
    },
    beginSignIn: (...args) => beginSignIn(context, ...args),
    finishSignIn: (...args) => finishSignIn(context, ...args),
    session: (...args) => requireSession(context, ...args),
    offers: person => allowedOffers(backend, person),
    requireOffers: (session, apis) => {
      const auditEvent = { action: 'bind', apis: apis.map(apiName) } as const;
      const check = () => requireAllowed(backend, session.person, apis);
      return withRefusalAudit(
        context.audit,
        { ...auditEvent, ...auditFieldsOf(session) },
        check,
      );
    },
    submitConsent: consent => submitConsent(context, consent),
    pickUp: (...args) => pickUp(context, ...args),
    bindWithToken: binding => bindWithToken(context, binding),
    async signOut(form) {
      const { secret } = await requireFormSession(context, form);
      await context.sessions.take(secret);
    },
  };
};
