// Whether credentials are valid now, and for how much longer.
import { SanitizeContext } from './SanitizeContext';
import { refuse } from './refuse';

/** Credentials that end sooner are warned of. */
const soonMs = 7 * 24 * 3_600_000;

const formatDate = (date: Date) =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * @param what - in words, such as `token`
 * @throws KubeconfigRefusedError when it has ended
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
      `Its ${what} ended on ${formatDate(end)}. Renew it, then copy the kubeconfig again.`,
    );
  }
  if (end && end.getTime() - now.getTime() < soonMs) {
    warnings.push({
      reason: 'ends-soon',
      field,
      message: `Its ${what} ends on ${formatDate(end)}. Give a new kubeconfig before then.`,
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

/** The largest time that a Date can be. */
const maxMs = 8.64e15;

const dateOf = (seconds: unknown): Date | undefined =>
  typeof seconds === 'number' && Math.abs(seconds * 1000) <= maxMs
    ? new Date(seconds * 1000)
    : undefined;

/** When a JSON Web Token says that it begins and ends. Nothing vouches for that; other tokens say nothing. */
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
