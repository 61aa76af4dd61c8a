/** Configuration of an identity provider, and its validation. */
import { BindingError } from '../errors/BindingError';
import { isSecureTransport } from '../loopback';

/** A secret, or a function that reads the secret; it is called at each use, so the secret may be rotated. */
export type SecretSource = string | (() => string | Promise<string>);

/** Access tokens that are accepted for binding without a browser. */
export interface AccessTokenOptions {
  /** `aud` has to contain one of these. Configure an audience if the provider can add one to its tokens. */
  audiences?: readonly string[];
  /**
   * `azp` or `client_id` has to be one of these. Without audiences, another server that one of these clients sent its
   * token to could bind with it. Default, without audiences: only `clientId`.
   */
  allowedClients?: readonly string[];
}

/** Configuration of an OpenID Connect provider. */
export interface IdentityProviderOptions extends AccessTokenOptions {
  /** Unique id: lower-case letters, digits and dashes. */
  id: string;
  /** Human-readable name. Default: the id. */
  title?: string;
  /** Exactly as in the provider's discovery document. Plain http only on loopback. */
  issuer: string;
  /** Client id of this server at the provider. */
  clientId: string;
  /** Omitted for a public client. */
  clientSecret?: SecretSource;
  /** Default: `openid profile email`. */
  scopes?: readonly string[];
  /** Claim with the groups; dots separate nested keys, as in `realm_access.roles`. Default: `groups`. */
  groupsClaim?: string;
  /** Tenants have the identity format of upstream Klutch, without the issuer; at most one provider. Default false. */
  legacyIdentity?: boolean;
  /** Also queries the userinfo endpoint, for providers whose ID tokens lack names or groups. Default false. */
  userInfo?: boolean;
  /** Added to the authorization request, such as `prompt`; cannot override parameters that the flow sets itself. */
  extraRequestParams?: Readonly<Record<string, string>>;
  /** Timeout of each request to the provider, in milliseconds. Default 10 000. */
  timeoutMs?: number;
  /** Replaces the global `fetch` for requests to the provider. */
  fetch?: typeof fetch;
}

const validId = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

const issuerProblem = (issuer: string): string | undefined => {
  if (!URL.canParse(issuer)) {
    return `has the issuer "${issuer}", which is not a URL. Copy it from the provider's discovery document`;
  }
  const url = new URL(issuer);
  if (url.username || url.password || url.search || url.hash) {
    return "has an issuer with a user, a query or a fragment, which is not valid. Copy it from the provider's discovery document";
  }
  if (!isSecureTransport(url)) {
    return `has the issuer "${issuer}" without https, so its responses could be forged. Use https; plain http is allowed only on loopback`;
  }
  return undefined;
};

const optionsProblem = (options: IdentityProviderOptions) => {
  if (!validId.test(options.id)) {
    return 'has an invalid id. Use lower-case letters, digits and dashes';
  }
  if (!options.clientId) {
    return 'has no client id. Register a client at the provider and set clientId';
  }
  return issuerProblem(options.issuer);
};

/** @throws BindingError `Misconfigured` when the options are invalid */
export const checkIdentityProvider = (
  options: IdentityProviderOptions,
): void => {
  const problem = optionsProblem(options);
  if (!problem) return;
  throw new BindingError(
    'Misconfigured',
    `The identity provider "${options.id}" ${problem}.`,
  );
};
