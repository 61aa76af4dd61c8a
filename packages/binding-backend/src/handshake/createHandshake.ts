/** The handshake as one object: what doors (HTTP, the portal) call. */
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
import { grant, type Consent } from './grant';
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
  /** The control plane. */
  backend: HandshakeBackend;
  /** Whom people may sign in with. */
  providers: readonly IdentityProvider[];
  /** Gets one event for each step that was taken or refused. */
  audit: Audit;
  /** Where browsers reach the router, with the path it is mounted at: https, or http on loopback. */
  externalUrl: string;
  /** The same for all replicas. */
  stores: ExpiringStores;
  /**
   * Whether a client may get its answer in the redirect, with a token of an hour at most. The reference's CLI knows no
   * other way. Default true.
   */
  allowReferenceRedirect?: boolean;
  /** Gets sign-ins and binds. Default: nobody. */
  metrics?: BindingMetrics;
}

/** An identity provider, as people choose it and operators register this server with it. */
export interface SignInChoice {
  /** Key in the configuration. */
  id: string;
  /** For people. */
  title: string;
  /** Where it sends browsers back to: `/callback`, or `/callback/<id>` where several are configured. */
  callbackUrl: string;
}

/** The steps; each throws errors in words: HandshakeError, SignInError, BindingError, and ApiError of the cluster. */
export interface Handshake {
  /** Where browsers reach the router; without a slash at its end. */
  readonly externalUrl: string;
  /** Whom people may sign in with. */
  readonly providers: readonly SignInChoice[];
  /** The client behind a request, if an answer may go there. */
  client(request: AuthorizationRequest): Promise<WaitingClient>;
  /** Where the browser has to go to sign in. */
  beginSignIn(
    client: WaitingClient,
    providerId: string,
    browserSecret: string,
  ): Promise<URL>;
  /** Opens a session for the browser that came back. */
  finishSignIn(
    callback: URL,
    browserSecret: string | undefined,
  ): Promise<OpenedSession>;
  /** The session of a browser. */
  session(secret: string | undefined, sessionId: string): Promise<Session>;
  /** What somebody may bind. */
  offers(person: AuthenticatedUser): Promise<Offer[]>;
  /** The offers of these APIs, unless whoever signed in may not bind one. */
  requireOffers(
    session: Session,
    apis: readonly ApiResource[],
  ): Promise<Offer[]>;
  /** Carries out what the person agreed to; returns where the browser has to go. */
  grant(consent: Consent): Promise<string>;
  /** The answer for a one-time code. */
  pickUp(code: string, verifier: string): Promise<BindingResponse>;
  /** The answer for a machine with an access token. */
  bindWithToken(binding: BindWithTokenParams): Promise<BindingResponse>;
  /** Ends the session of a form. */
  signOut(form: SubmittedForm): Promise<void>;
}

/**
 * Makes the handshake. Several replicas may run at once, over the same stores.
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
    grant: consent => grant(context, consent),
    pickUp: (...args) => pickUp(context, ...args),
    bindWithToken: binding => bindWithToken(context, binding),
    async signOut(form) {
      const { secret } = await requireFormSession(context, form);
      await context.sessions.take(secret);
    },
  };
};
