/** Maps verified claims to a user. */
import { SignInError } from '../errors/SignInError';
import type { AuthenticatedUser } from './IdentityProvider';

/** Claims of a token whose signature, issuer, audience and times were verified. */
export type Claims = Readonly<Record<string, unknown>>;

/** Allowed clock skew in seconds, the same as the default of openid-client. */
export const clockTolerance = 30;

/** Whether a token was issued in the future, which neither library checks. */
export const isFromFuture = ({ iat }: Claims): boolean =>
  typeof iat === 'number' && iat > Date.now() / 1000 + clockTolerance;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownProperty = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

// Claim names may contain dots themselves (`https://example.com/groups`), so the whole name takes precedence.
const claimAt = (claims: Claims, path: string): unknown =>
  ownProperty(claims, path) ??
  path.split('.').reduce<unknown>(ownProperty, claims);

/** Groups from a claim that is a list of strings or one string; empty for any other value. Pure. */
export const groupsOf = (claims: Claims, path: string): readonly string[] => {
  const found = claimAt(claims, path);
  if (typeof found === 'string') return [found];
  return Array.isArray(found) && found.every(group => typeof group === 'string')
    ? found
    : [];
};

const maxNameLength = 200;

/** Untrusted text as one line of limited length, without control and bidirectional formatting characters. */
export const oneLine = (text: string, maxLength = maxNameLength): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

const firstText = (...values: unknown[]): string | undefined =>
  values
    .filter(value => typeof value === 'string')
    .map(value => oneLine(value))
    .find(value => value !== '');

/** How the claims of one provider are mapped. */
export interface ClaimMapping {
  issuer: string;
  groupsClaim: string;
  legacyIdentity: boolean;
}

/**
 * The user of the claims.
 * @throws SignInError `Refused` when the claims have no subject
 */
export const userFromClaims = (
  claims: Claims,
  mapping: ClaimMapping,
): AuthenticatedUser => {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '') {
    throw new SignInError(
      'Refused',
      'The token of the identity provider has no subject ("sub"), so sign-in is refused. Tell the operator of the identity provider.',
    );
  }
  return {
    issuer: mapping.issuer,
    subject: sub,
    displayName: firstText(claims.name, claims.email) ?? sub,
    groups: groupsOf(claims, mapping.groupsClaim),
    legacyIdentity: mapping.legacyIdentity,
  };
};
