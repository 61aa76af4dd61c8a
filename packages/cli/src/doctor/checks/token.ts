/** Age and expiry of the token of a kubeconfig. Pure; the token itself is in no finding. */
import { failed, ok, warning, type Finding } from '../Finding';

/** Times of a token, in milliseconds since 1970. */
export interface TokenTimes {
  issuedMs?: number;
  /** Absent: it does not expire. */
  expiresMs?: number;
}

const claimMs = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' ? seconds * 1000 : undefined;

/** Times of a JSON Web Token, whose signature is not verified; undefined for any other token. */
export function tokenTimes(jwt: string | undefined): TokenTimes | undefined {
  const [, payload = '', signature] = jwt?.split('.') ?? [];
  if (signature === undefined) return undefined;
  try {
    const { exp, iat } = JSON.parse(
      Buffer.from(payload, 'base64url').toString('utf8'),
    );
    return { issuedMs: claimMs(iat), expiresMs: claimMs(exp) };
  } catch {
    return undefined;
  }
}

const timeText = (ms: number): string =>
  new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Backends renew tokens at half of their lifetime; the rest is left for the delivery. */
const renewalShare = 0.55;

const refresh = 'Run "kubectl klutch bind <url> --refresh".';

/** Whether the token is valid, and renewed in time. */
export function token(
  subject: string,
  times: TokenTimes | undefined,
  nowMs: number,
): Finding {
  if (!times) {
    return ok('Tokens', `${subject}: the expiry is not in the credentials`);
  }
  const { expiresMs, issuedMs } = times;
  const age = issuedMs === undefined ? '' : `issued at ${timeText(issuedMs)}, `;
  if (expiresMs === undefined) {
    return ok('Tokens', `${subject}: ${age}does not expire`);
  }
  if (expiresMs <= nowMs) {
    return failed(
      'Tokens',
      `${subject}: ${age}expired at ${timeText(expiresMs)}`,
      refresh,
    );
  }
  const message = `${subject}: ${age}expires at ${timeText(expiresMs)}`;
  const overdue =
    issuedMs !== undefined &&
    nowMs > issuedMs + (expiresMs - issuedMs) * renewalShare;
  return overdue
    ? warning('Tokens', `${message}, and was not renewed in time`, refresh)
    : ok('Tokens', message);
}
