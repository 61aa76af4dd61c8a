/** Age and expiry of the token of a kubeconfig. Pure; the token itself is in no finding. */
import { renewalOverdueAt, type TokenExpiry } from '@klutch/konnector';
import { failed, ok, warning, type Finding } from '../Finding';

const timeText = (date: Date): string =>
  date.toISOString().replace(/\.\d+Z$/, 'Z');

const refresh = 'Run "kubectl klutch bind <url> --refresh".';

/** Whether the token is valid, and renewed in time. */
export function token(
  subject: string,
  expiry: TokenExpiry,
  now: Date,
): Finding {
  if (expiry.expires === 'unknown') {
    return ok('Tokens', `${subject}: the expiry is not in the credentials`);
  }
  if (expiry.expires === 'never') {
    return ok('Tokens', `${subject}: does not expire`);
  }
  const { expiresAt, issuedAt } = expiry;
  const age = issuedAt ? `issued at ${timeText(issuedAt)}, ` : '';
  if (expiresAt <= now) {
    return failed(
      'Tokens',
      `${subject}: ${age}expired at ${timeText(expiresAt)}`,
      refresh,
    );
  }
  const message = `${subject}: ${age}expires at ${timeText(expiresAt)}`;
  const overdueAt = renewalOverdueAt(expiry);
  return overdueAt && overdueAt < now
    ? warning('Tokens', `${message}, and was not renewed in time`, refresh)
    : ok('Tokens', message);
}
