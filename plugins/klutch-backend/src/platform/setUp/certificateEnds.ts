/** Whether certificates and credentials are valid for a while. Pure functions. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { finding, type Finding } from './finding';
import type { CertificateFacts } from './readCertificate';

const dayMs = 24 * 3_600_000;
const noticeMs = 14 * dayMs;

/** The day, in UTC. */
export const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Whether something that ends is valid for a while. Pure. */
export function endState(
  end: Date,
  now: number,
  notice = noticeMs,
): 'ok' | 'warning' | 'failed' {
  const left = end.getTime() - now;
  if (left <= 0) return 'failed';
  return left < notice ? 'warning' : 'ok';
}

/** Certificates that live for days only are renewed in their last quarter. */
const noticeOf = ({ validFrom, validTo }: CertificateFacts): number =>
  Math.min(noticeMs, (validTo.getTime() - validFrom.getTime()) / 4);

/** Whether a certificate is valid for a while. Pure. */
export function certificateFinding(
  subject: string,
  facts: CertificateFacts,
  now: number,
): Finding {
  const { refusal, validTo } = facts;
  const state = endState(validTo, now, noticeOf(facts));
  const params = { subject, until: dateOf(validTo) };
  if (state === 'failed') {
    return finding(state, explain('SetUpCertificateEnded', params));
  }
  if (refusal) {
    const untrusted = { subject, error: refusal };
    return finding('failed', explain('SetUpCertificateUntrusted', untrusted));
  }
  return state === 'warning'
    ? finding(state, explain('SetUpCertificateEnds', params))
    : finding(state, explain('SetUpCertificateValid', params));
}
