/** Whether the certificates of servers are valid for a while. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import {
  certificateState,
  readServerCertificate,
  type ServerCertificate,
  type ServerCertificateOptions,
} from '@klutch/kube';
import { failureText } from '../failureText';
import { answerLimit } from './answerLimit';
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

/** A server whose certificate is read. */
export interface Server extends Omit<ServerCertificateOptions, 'signal'> {
  url: string | URL;
  /** Name in the finding; default: the origin of the URL. */
  subject?: string;
  /** Whether the configuration says how clients verify the certificate; only then a refusal is a finding. */
  isVerified?: boolean;
}

/** Asks the server. */
export async function serverFinding(
  { isVerified, subject: name, url, ...options }: Server,
  now: number,
  signal: AbortSignal,
): Promise<Finding> {
  const server = new URL(url);
  const subject = name ?? server.origin;
  if (server.protocol !== 'https:') {
    return finding('unused', explain('SetUpCertificateUnused', { subject }));
  }
  try {
    const { refusal, ...certificate } = await readServerCertificate(server, {
      ...options,
      signal: answerLimit(signal),
    });
    return certificateFinding(
      subject,
      { ...certificate, ...(isVerified && refusal && { refusal }) },
      now,
    );
  } catch (error) {
    const params = { subject, error: failureText(error) };
    return finding('unknown', explain('SetUpCertificateUnreadable', params));
  }
}
