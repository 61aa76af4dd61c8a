/** Reads and writes the token annotations of a kubeconfig secret. */
import type { Secret } from '@klutch/kube';
import { tokenAnnotations as keys } from '../backendNames';

/** A Secret that a token is bound to, or stored in. */
export interface TokenSecret {
  name: string;
  uid: string;
}

/** The token that was issued last. */
export interface TokenState {
  /** The Secret the token is bound to: deleting the Secret revokes the token. */
  secret: TokenSecret;
  /** UID of the service account the token authenticates as. */
  serviceAccountUid: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The previous token, while it is still valid. */
  previous?: { secret: TokenSecret; expiresAt: number };
  /**
   * Set when the token was given only to the caller that requested it, and is in no Secret; milliseconds since 1970.
   */
  publishAfter?: number;
}

/** Revocation of all tokens without a newer token; replaces the record of a token. */
export interface Revocation {
  /** Milliseconds since 1970. */
  at: number;
  /** The Secrets at the time of the revocation that tokens were bound to. */
  secrets: readonly TokenSecret[];
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString();
const timeOrNone = (milliseconds: number | undefined) =>
  milliseconds === undefined ? null : time(milliseconds);

/**
 * The token as annotations; `null` removes one, so that the result is a merge patch. Unfinished parts of the last
 * revocation are kept.
 */
export const tokenStateAnnotations = (
  state: TokenState,
): Record<string, string | null> => ({
  [keys.secret]: state.secret.name,
  [keys.secretUid]: state.secret.uid,
  [keys.serviceAccountUid]: state.serviceAccountUid,
  [keys.issuedAt]: time(state.issuedAt),
  [keys.expiresAt]: time(state.expiresAt),
  [keys.previousSecret]: state.previous?.secret.name ?? null,
  [keys.previousSecretUid]: state.previous?.secret.uid ?? null,
  [keys.previousExpiresAt]: timeOrNone(state.previous?.expiresAt),
  [keys.revokedAt]: null,
  [keys.revokedSecrets]: null,
  [keys.publishAfter]: timeOrNone(state.publishAfter),
});

/**
 * The revocation as annotations of a merge patch.
 * @param isPartial - whether a token of the reference could not be looked for, and may still be valid
 */
export const revocationAnnotations = (
  { at, secrets }: Revocation,
  isPartial = false,
): Record<string, string | null> => ({
  ...Object.fromEntries<string | null>(
    Object.values(keys).map(key => [key, null] as const),
  ),
  [keys.revokedAt]: time(at),
  [keys.lastRevokedAt]: time(at),
  [keys.revokedSecrets]: secrets
    .map(({ name, uid }) => `${name}/${uid}`)
    .join(','),
  [keys.partiallyRevoked]: isPartial ? 'true' : null,
});

const annotationsOf = (secret: Pick<Secret, 'metadata'> | undefined) =>
  secret?.metadata.annotations ?? {};

/** Parses the annotations of a revocation. */
export const readRevocation = (
  secret: Pick<Secret, 'metadata'> | undefined,
): Revocation | undefined => {
  const found = annotationsOf(secret);
  const at = Date.parse(found[keys.revokedAt] ?? '');
  if (Number.isNaN(at)) return undefined;
  const secrets = (found[keys.revokedSecrets] ?? '')
    .split(',')
    .flatMap(entry => {
      const [name, uid] = entry.split('/');
      return name && uid ? [{ name, uid }] : [];
    });
  return { at, secrets };
};

/** Time of the last revocation, whether or not there is a newer token; milliseconds since 1970. */
export const lastRevocationAt = (
  secret: Pick<Secret, 'metadata'> | undefined,
): number | undefined => {
  const found = annotationsOf(secret);
  const at = Date.parse(found[keys.lastRevokedAt] ?? '');
  return Number.isNaN(at) ? readRevocation(secret)?.at : at;
};

/** Time of the last revocation, while it is recorded as partial; milliseconds since 1970. */
export const partialRevocationAt = (
  secret: Pick<Secret, 'metadata'> | undefined,
): number | undefined =>
  annotationsOf(secret)[keys.partiallyRevoked] === undefined
    ? undefined
    : lastRevocationAt(secret);

/** Parses the annotations of a token; undefined when they are incomplete, as on a secret that another backend wrote. */
export const readTokenState = (
  secret: Pick<Secret, 'metadata'> | undefined,
): TokenState | undefined => {
  const found = annotationsOf(secret);
  const name = found[keys.secret];
  const uid = found[keys.secretUid];
  const serviceAccountUid = found[keys.serviceAccountUid];
  const issuedAt = Date.parse(found[keys.issuedAt] ?? '');
  const expiresAt = Date.parse(found[keys.expiresAt] ?? '');
  if (!name || !uid || !serviceAccountUid || !(expiresAt > issuedAt)) {
    return undefined;
  }
  const previousName = found[keys.previousSecret];
  const previousUid = found[keys.previousSecretUid];
  const previousEnd = Date.parse(found[keys.previousExpiresAt] ?? '');
  const publishAfter = Date.parse(found[keys.publishAfter] ?? '');
  return {
    secret: { name, uid },
    serviceAccountUid,
    issuedAt,
    expiresAt,
    ...(previousName &&
      previousUid &&
      !Number.isNaN(previousEnd) && {
        previous: {
          secret: { name: previousName, uid: previousUid },
          expiresAt: previousEnd,
        },
      }),
    ...(!Number.isNaN(publishAfter) && { publishAfter }),
  };
};
