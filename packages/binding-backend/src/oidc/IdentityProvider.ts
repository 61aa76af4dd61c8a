/** Identity providers that authenticate users and machine clients. */

/** A user or machine client, from the verified token of an identity provider. */
export interface AuthenticatedUser {
  /** `iss` of the token. */
  issuer: string;
  /** `sub` of the token; unique at the issuer. */
  subject: string;
  /** Human-readable name; falls back to the e-mail address, then to the subject. */
  displayName: string;
  /** Groups from the configured claim; empty when the token has none. */
  groups: readonly string[];
  /** Whether tenants of this provider have the identity format of upstream Klutch, without the issuer (docs/adr/0027). */
  legacyIdentity: boolean;
}

/** Values that the callback of a sign-in is checked against; kept only on the server. */
export interface SignInChecks {
  /** Expected `state` of the callback. */
  state: string;
  /** Expected `nonce` of the ID token. */
  nonce: string;
  /** PKCE code verifier. */
  codeVerifier: string;
}

/** One configured provider of OpenID Connect. */
export interface IdentityProvider {
  /** Key in the configuration, such as `keycloak`. */
  readonly id: string;
  /** Human-readable name on the page to choose a provider. */
  readonly title: string;
  /**
   * The authorization URL to redirect the browser to.
   * @param redirectUri - URL that the provider redirects the browser back to
   * @throws SignInError `Unavailable` when the provider does not respond
   */
  begin(redirectUri: string, checks: SignInChecks): Promise<URL>;
  /**
   * The authenticated user of a callback.
   * @param callback - the redirect URI with the query that the browser returned with
   * @throws SignInError `Refused` with the provider's error, or because a check failed; `Unavailable`
   */
  complete(callback: URL, checks: SignInChecks): Promise<AuthenticatedUser>;
  /**
   * The user of an access token, after checks of its signature, issuer, audience and times.
   * @throws SignInError `Refused`, `Unavailable`
   */
  verifyAccessToken(token: string): Promise<AuthenticatedUser>;
}
