/** Checks of access tokens whose signature, issuer and times are valid. */
import type { JWTHeaderParameters, JWTPayload } from 'jose';

/** Allowed clients and audiences. An empty list does not restrict; the lists are never both empty. */
export interface AccessTokenRules {
  /** This server's client id, the audience of its ID tokens. */
  ownClient: string;
  clients: readonly string[];
  audiences: readonly string[];
}

/** Asymmetric algorithms only: with a symmetric one, a public key could be used as the secret (RFC 8725, 2.1). */
export const signatureAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Claims that only ID tokens have. */
const idTokenClaims = ['at_hash', 'c_hash', 's_hash'];

const audiencesOf = ({ aud }: JWTPayload): readonly string[] =>
  typeof aud === 'string' ? [aud] : (aud ?? []);

const mediaType = (typ: string) =>
  typ.toLowerCase().replace(/^application\//, '');

/**
 * ID tokens are signed with the same keys and may have the same audience, so an access token has to be marked as one:
 * by the header `typ: at+jwt` (RFC 9068), the claim `typ: Bearer` (Keycloak) or `token_use: access` (Amazon Cognito).
 * Tokens of Auth0 and Entra ID differ only by an audience that is a server and not a client, as every ID token names
 * its client.
 */
const isMarkedAccessToken = (
  header: JWTHeaderParameters,
  claims: JWTPayload,
  { ownClient, clients, audiences }: AccessTokenRules,
): boolean => {
  if (header.typ && mediaType(header.typ) === 'at+jwt') return true;
  if (claims.typ !== undefined) return claims.typ === 'Bearer';
  if (claims.token_use !== undefined) return claims.token_use === 'access';
  const named = audiencesOf(claims);
  return (
    named.some(audience => audiences.includes(audience)) &&
    ![ownClient, ...clients].some(client => named.includes(client))
  );
};

const tokenTypeProblem = (
  header: JWTHeaderParameters,
  claims: JWTPayload,
  rules: AccessTokenRules,
): string | undefined => {
  const { typ = 'JWT' } = header;
  if (!['jwt', 'at+jwt'].includes(mediaType(typ))) {
    return 'it is not an access token (header "typ")';
  }
  if (
    idTokenClaims.some(claim => claim in claims) ||
    !isMarkedAccessToken(header, claims, rules)
  ) {
    return 'it is an ID token, or is not marked as an access token';
  }
  // Proof of possession is not implemented, and without it a stolen token could be used.
  if ('cnf' in claims) return 'it is bound to a key, which is not supported';
  return undefined;
};

/** The client is in `azp` (OpenID Connect, Keycloak) or `client_id` (RFC 9068, Amazon Cognito); both must be equal. */
const clientProblem = (
  { azp, client_id: clientId }: JWTPayload,
  { clients }: AccessTokenRules,
): string | undefined => {
  if (azp !== undefined && clientId !== undefined && azp !== clientId) {
    return 'its "azp" and "client_id" name different clients';
  }
  const client = azp ?? clientId;
  const isAllowed =
    clients.length === 0 ||
    (typeof client === 'string' && clients.includes(client));
  return isAllowed
    ? undefined
    : 'its client ("azp" or "client_id") may not bind';
};

/** Why a token is not accepted, as the end of a sentence; undefined when it is. Pure. */
export const accessTokenProblem = (
  header: JWTHeaderParameters,
  claims: JWTPayload,
  rules: AccessTokenRules,
): string | undefined => {
  const { audiences } = rules;
  const hasExpectedAudience =
    audiences.length === 0 ||
    audiencesOf(claims).some(audience => audiences.includes(audience));
  if (!hasExpectedAudience) return 'its audience ("aud") is another server';
  return (
    tokenTypeProblem(header, claims, rules) ?? clientProblem(claims, rules)
  );
};
