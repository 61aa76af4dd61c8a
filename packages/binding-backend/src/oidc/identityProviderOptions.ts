/** What an operator says about an identity provider, and whether it can be used. */
import { BindingError } from '../errors/BindingError';
import { isSecureTransport } from '../loopback';

/** A secret, or where to read it: a function is called whenever the secret is needed, so it may change. */
export type SecretSource = string | (() => string | Promise<string>);

/** Which access tokens somebody may bind with who does not come with a browser. */
export interface AccessTokenOptions {
  /** `aud` has to name one of these. Give one where the provider can put it into tokens. */
  audiences?: readonly string[];
  /**
   * `azp` or `client_id` has to be one of these. Without audiences, a token that one of these clients sent to another
   * server could be used by that server. Left out, and without audiences: only the client id above.
   */
  allowedClients?: readonly string[];
}

/** One provider of OpenID Connect, as the configuration has it. */
export interface IdentityProviderOptions extends AccessTokenOptions {
  /** Key in the configuration: lower-case letters, digits and dashes. */
  id: string;
  /** For people; the id when left out. */
  title?: string;
  /** Exactly as the provider's discovery document says it. Plain http only on loopback. */
  issuer: string;
  /** What the provider knows this server by. */
  clientId: string;
  /** Left out for a public client. */
  clientSecret?: SecretSource;
  /** `openid profile email` when left out. */
  scopes?: readonly string[];
  /** Claim with the groups; dots lead into objects, as in `realm_access.roles`. `groups` when left out. */
  groupsClaim?: string;
  /** Tenants have the reference's identity form, without the issuer; at most one provider. */
  legacyIdentity?: boolean;
  /** Asks the userinfo endpoint too, for providers that keep names or groups out of the ID token. */
  userInfo?: boolean;
  /** Added to the authorization request, such as `prompt`; what the sign-in is checked by cannot be replaced. */
  extraRequestParams?: Readonly<Record<string, string>>;
  /** For each answer of the provider; 10 s when left out. */
  timeoutMs?: number;
  /** How the provider is reached, where this process' own `fetch` is not the way. */
  fetch?: typeof fetch;
}

const validId = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

const issuerProblem = (issuer: string): string | undefined => {
  if (!URL.canParse(issuer)) {
    return `has the issuer "${issuer}", which is not a URL. Copy it from the provider's discovery document`;
  }
  const url = new URL(issuer);
  if (url.username || url.password || url.search || url.hash) {
    return "has an issuer with a user, a query or a fragment, which no issuer has. Copy it from the provider's discovery document";
  }
  if (!isSecureTransport(url)) {
    return `has the issuer "${issuer}", which others on the way can read and change. Use https; plain http only works on loopback`;
  }
  return undefined;
};

const optionsProblem = (options: IdentityProviderOptions) => {
  if (!validId.test(options.id)) {
    return 'has an id that cannot be used. Use lower-case letters, digits and dashes';
  }
  if (!options.clientId) {
    return 'has no client id. Register a client at the provider and name it';
  }
  return issuerProblem(options.issuer);
};

/** @throws BindingError `Misconfigured` when a provider cannot be used as it is described. */
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
