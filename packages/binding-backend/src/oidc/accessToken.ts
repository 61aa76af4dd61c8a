/** Whether an access token whose signature, issuer and times are right is one that somebody may bind with. */
import type { JWTHeaderParameters, JWTPayload } from 'jose';

/** Whose tokens, and for whom. An empty list does not restrict; never are both empty. */
export interface AccessTokenRules {
  /** The client id that sign-ins are made for: the audience of all its ID tokens. */
  ownClient: string;
  clients: readonly string[];
  audiences: readonly string[];
}

/** Signatures that a provider alone can make; nothing that a public key could be the secret of. */
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

/** What only ID tokens have: hashes of what they came with. */
const idTokenClaims = ['at_hash', 'c_hash', 's_hash'];

const audiencesOf = ({ aud }: JWTPayload): readonly string[] =>
  typeof aud === 'string' ? [aud] : (aud ?? []);

const mediaType = (typ: string) =>
  typ.toLowerCase().replace(/^application\//, '');

/**
 * An ID token is signed by the same keys and may name the same audience, so a token has to show that it is none:
 * RFC 9068 by the header `typ: at+jwt`, Keycloak by the claim `typ: Bearer`, Amazon Cognito by `token_use: access`.
 * Others (Auth0, Entra ID) only by an audience that is a server and not the client: all ID tokens name their client.
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
    return 'it is a token of another kind (header "typ")';
  }
  if (
    idTokenClaims.some(claim => claim in claims) ||
    !isMarkedAccessToken(header, claims, rules)
  ) {
    return 'it is an ID token, or cannot be told from one';
  }
  // Nothing here could check the proof that such a token needs, and without it anybody could use it.
  if ('cnf' in claims) return 'it is bound to a key, which is not supported';
  return undefined;
};

/** Who got the token: `azp` (OpenID Connect, Keycloak) or `client_id` (RFC 9068, Amazon Cognito), which must not differ. */
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
    : 'its client ("azp" or "client_id") is none that may bind';
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
