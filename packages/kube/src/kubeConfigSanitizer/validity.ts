// Validity periods of credentials.
import { SanitizeContext } from './SanitizeContext';
import type { TokenTimes } from '../tokenTimes';
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
  { notBefore, expiresAt }: Pick<TokenTimes, 'notBefore' | 'expiresAt'>,
): void {
  if (expiresAt && expiresAt <= now) {
    refuse(
      'expired',
      field,
      `Its ${what} expired on ${formatDate(expiresAt)}. Renew it, then copy the kubeconfig again.`,
    );
  }
  if (expiresAt && expiresAt.getTime() - now.getTime() < soonMs) {
    warnings.push({
      reason: 'ends-soon',
      field,
      message: `Its ${what} expires on ${formatDate(expiresAt)}. Replace the kubeconfig before then.`,
    });
  }
  if (notBefore && notBefore > now) {
    warnings.push({
      reason: 'not-yet-valid',
      field,
      message: `Its ${what} is not valid before ${formatDate(notBefore)}. Check the clocks.`,
    });
  }
}
