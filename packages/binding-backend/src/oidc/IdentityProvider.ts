/** Who vouches for people and machines that bind. */

/** Somebody, as an identity provider's verified token tells. */
export interface AuthenticatedUser {
  /** `iss` of the token. */
  issuer: string;
  /** `sub` of the token; unique at the issuer. */
  subject: string;
  /** For people to read; falls back to the e-mail address, then to the subject. */
  displayName: string;
  /** By the claim that the configuration names; empty when the token has none. */
  groups: readonly string[];
  /** Tenants of this provider have the reference's identity form, without the issuer (ruling 3). */
  legacyIdentity: boolean;
}

/** What one sign-in has to be checked against when the browser comes back; kept on the server only. */
export interface SignInChecks {
  /** What the browser brings back as `state`. */
  state: string;
  /** What the ID token has to carry. */
  nonce: string;
  /** PKCE. */
  codeVerifier: string;
}

/** One configured provider of OpenID Connect. */
export interface IdentityProvider {
  /** Key in the configuration, such as `keycloak`. */
  readonly id: string;
  /** For people, where they choose among several. */
  readonly title: string;
  /**
   * Where the browser has to go to sign in.
   * @param redirectUri - where it comes back to
   * @throws SignInError `Unavailable` when the provider does not answer
   */
  begin(redirectUri: string, checks: SignInChecks): Promise<URL>;
  /**
   * Who came back.
   * @param callback - the URL the browser came back with, as the redirect URI begins
   * @throws SignInError `Refused` with the provider's words, or because something does not fit; `Unavailable`
   */
  complete(callback: URL, checks: SignInChecks): Promise<AuthenticatedUser>;
  /**
   * Whose access token this is, by signature, issuer, audience and time.
   * @throws SignInError `Refused`, `Unavailable`
   */
  verifyAccessToken(token: string): Promise<AuthenticatedUser>;
}
