/** Whether certificates are valid for a while. Pure functions. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { certificateState, type ServerCertificate } from '@klutch/kube';
import { finding, type Finding } from './finding';

/** The day, in UTC. */
export const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Whether a certificate is valid for a while. Pure. */
export function certificateFinding(
  subject: string,
  certificate: ServerCertificate,
  now: number,
): Finding {
  const { refusal = '', validTo } = certificate;
  const params = { subject, until: dateOf(validTo) };
  const untrusted = { subject, error: refusal };
  switch (certificateState(certificate, now)) {
    case 'ended':
      return finding('failed', explain('SetUpCertificateEnded', params));
    case 'refused':
      return finding('failed', explain('SetUpCertificateUntrusted', untrusted));
    case 'ending':
      return finding('warning', explain('SetUpCertificateEnds', params));
    default:
      return finding('ok', explain('SetUpCertificateValid', params));
  }
}
