// Validity periods of credentials.
import { SanitizeContext } from './SanitizeContext';
import { refuse } from './refuse';

/** Credentials that expire sooner get a warning. */
const soonMs = 7 * 24 * 3_600_000;

const formatDate = (date: Date) =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Adds warnings about credentials that expire soon or are not valid yet.
 * @param what - name for messages, such as `token`
 * @throws KubeconfigRefusedError when the credentials have expired
 */
export function checkValidity(
  { now, warnings }: SanitizeContext,
  field: string,
  what: string,
  validity: { begin?: Date; end?: Date },
): void {
  const { begin, end } = validity;
  if (end && end <= now) {
    refuse(
      'expired',
      field,
      `Its ${what} expired on ${formatDate(end)}. Renew it, then copy the kubeconfig again.`,
    );
  }
  if (end && end.getTime() - now.getTime() < soonMs) {
    warnings.push({
      reason: 'ends-soon',
      field,
      message: `Its ${what} expires on ${formatDate(end)}. Replace the kubeconfig before then.`,
    });
  }
  if (begin && begin > now) {
    warnings.push({
      reason: 'not-yet-valid',
      field,
      message: `Its ${what} is not valid before ${formatDate(begin)}. Check the clocks.`,
    });
  }
}

/** The latest time that a Date can hold. */
const maxMs = 8.64e15;

const dateOf = (seconds: unknown): Date | undefined =>
  typeof seconds === 'number' && Math.abs(seconds * 1000) <= maxMs
    ? new Date(seconds * 1000)
    : undefined;

/** The validity period that a JSON Web Token claims, without verifying the token; other tokens have none. */
export function validityOfToken(token: string): { begin?: Date; end?: Date } {
  const [, payload, signature] = token.split('.', 3);
  if (!payload || signature === undefined) return {};
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(payload, 'base64url').toString('utf8'),
    );
    const { nbf, exp } = (claims ?? {}) as { nbf?: unknown; exp?: unknown };
    return { begin: dateOf(nbf), end: dateOf(exp) };
  } catch {
    return {};
  }
}
