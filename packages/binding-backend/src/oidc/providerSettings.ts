/** The options of a provider with defaults applied. */
import type { AccessTokenRules } from './accessToken';
import {
  checkIdentityProvider,
  type IdentityProviderOptions,
} from './identityProviderOptions';
import type { ClaimMapping } from './userFromClaims';

/** Validated options with defaults. */
export interface ProviderSettings extends Pick<
  IdentityProviderOptions,
  'id' | 'issuer' | 'clientId' | 'clientSecret'
> {
  title: string;
  scope: string;
  userInfo: boolean;
  extraRequestParams: Readonly<Record<string, string>>;
  timeoutMs: number;
  fetchImpl: typeof fetch;
  claimMapping: ClaimMapping;
  rules: AccessTokenRules;
}

const defaultTimeoutMs = 10_000;
const defaultScopes: readonly string[] = ['openid', 'profile', 'email'];

const rulesOf = (options: IdentityProviderOptions): AccessTokenRules => {
  const { clientId, audiences = [], allowedClients = [] } = options;
  const isUnrestricted = audiences.length === 0 && allowedClients.length === 0;
  return {
    ownClient: clientId,
    audiences,
    clients: isUnrestricted ? [clientId] : allowedClients,
  };
};

/** @throws BindingError `Misconfigured` when the options are invalid */
export const providerSettings = (
  options: IdentityProviderOptions,
): ProviderSettings => {
  checkIdentityProvider(options);
  const { id, issuer, clientId, clientSecret } = options;
  return {
    id,
    issuer,
    clientId,
    clientSecret,
    title: options.title ?? id,
    scope: (options.scopes ?? defaultScopes).join(' '),
    userInfo: options.userInfo ?? false,
    extraRequestParams: options.extraRequestParams ?? {},
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    fetchImpl: options.fetch ?? fetch,
    rules: rulesOf(options),
    claimMapping: {
      issuer,
      groupsClaim: options.groupsClaim ?? 'groups',
      legacyIdentity: options.legacyIdentity ?? false,
    },
  };
};
