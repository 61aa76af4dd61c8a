/** From verified claims to who somebody is. */
import { SignInError } from '../errors/SignInError';
import type { AuthenticatedUser } from './IdentityProvider';

/** Claims of a token whose signature, issuer, audience and time were checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** Seconds that clocks may differ, as openid-client has it. */
export const clockTolerance = 30;

/** Whether a token was issued later than now, which neither library looks at. */
export const isFromFuture = ({ iat }: Claims): boolean =>
  typeof iat === 'number' && iat > Date.now() / 1000 + clockTolerance;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownProperty = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

// Names of claims may hold dots themselves (`https://example.com/groups`), so the whole name goes first.
const claimAt = (claims: Claims, path: string): unknown =>
  ownProperty(claims, path) ??
  path.split('.').reduce<unknown>(ownProperty, claims);

/** Groups by a claim that is a list of strings or one string; anything else gives none. Pure. */
export const groupsOf = (claims: Claims, path: string): readonly string[] => {
  const found = claimAt(claims, path);
  if (typeof found === 'string') return [found];
  return Array.isArray(found) && found.every(group => typeof group === 'string')
    ? found
    : [];
};

const maxNameLength = 200;

/** Text from outside as one line of limited length: control and direction characters would change what is around it. */
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

/** How one provider's claims are read. */
export interface ClaimMapping {
  issuer: string;
  groupsClaim: string;
  legacyIdentity: boolean;
}

/**
 * Who the claims are about.
 * @throws SignInError `Refused` when they name nobody
 */
export const userFromClaims = (
  claims: Claims,
  mapping: ClaimMapping,
): AuthenticatedUser => {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '') {
    throw new SignInError(
      'Refused',
      'The identity provider vouches for somebody without a subject ("sub"), so nobody is signed in. Tell its operator.',
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
