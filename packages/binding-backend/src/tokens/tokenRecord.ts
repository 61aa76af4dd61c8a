/** What a kubeconfig secret says about the tokens of its cluster namespace: annotations, read and written. */
import type { Secret } from '@klutch/kube';
import { tokenAnnotations as keys } from '../backendNames';

/** A Secret that a token is bound to, or kept in. */
export interface TokenSecret {
  name: string;
  uid: string;
}

/** The token that was made last. */
export interface TokenState {
  /** The Secret the token is bound to: deleting it ends the token. */
  secret: TokenSecret;
  /** The service account the token stands for. */
  serviceAccountUid: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The token before this one, while it is still good. */
  previous?: { secret: TokenSecret; expiresAt: number };
  /** The token was handed to whoever asked for it and is in no Secret; milliseconds since 1970. */
  publishAfter?: number;
}

/** All tokens were ended, and nobody has asked for another one since. It stands in place of a token. */
export interface Revocation {
  /** Milliseconds since 1970. */
  at: number;
  /** What there was by then: tokens end with these Secrets. */
  secrets: readonly TokenSecret[];
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString();
const timeOrNone = (milliseconds: number | undefined) =>
  milliseconds === undefined ? null : time(milliseconds);

/** The token as annotations; `null` removes one, so that this works in a merge patch. Of the last revocation what is left to do stays. */
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
 * The same of a revocation.
 * @param isPartial - whether there was one of the reference's could not be seen: its token may be good still
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

/** Reads a revocation back. */
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

/** When all tokens were ended for the last time, whether or not there is another one; milliseconds since 1970. */
export const lastRevocationAt = (
  secret: Pick<Secret, 'metadata'> | undefined,
): number | undefined => {
  const found = annotationsOf(secret);
  const at = Date.parse(found[keys.lastRevokedAt] ?? '');
  return Number.isNaN(at) ? readRevocation(secret)?.at : at;
};

/** When the last revocation was, while it is noted in part only; milliseconds since 1970. */
export const partialRevocationAt = (
  secret: Pick<Secret, 'metadata'> | undefined,
): number | undefined =>
  annotationsOf(secret)[keys.partiallyRevoked] === undefined
    ? undefined
    : lastRevocationAt(secret);

/** Reads the token back; undefined when it is incomplete, as on a secret that another backend wrote. */
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
